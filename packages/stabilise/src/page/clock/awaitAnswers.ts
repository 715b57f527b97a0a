import type { AnsweredBy } from '../DocumentKit.js';

/** Runs after `layClock`: the clock rests while the document waits for an answer that it asked for. */
export function awaitAnswers(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const { answers } = clock;
  const pollMs = 100;
  /**
   * An answer may be a stream, which has no end, and one that the document has a part in may need its time-outs, which rest meanwhile.
   * Counted, since a busy machine may let both wait.
   */
  const mostPolls = { others: 50, shared: 30 };
  const waiting = new Set<object>();
  /** Frames of the clock so far. */
  let frames = 0;
  let asked = 0;
  /** What has come, to be passed on in the order in which it was asked for. */
  let come: { order: number; frame: number; tell: () => void }[] = [];
  const { beginStory } = kit;
  kit.beginStory = () => {
    answers.missed = false;
    beginStory();
  };

  answers.restFor = (answer, by) => {
    // A service worker may ask the document what to answer.
    const whose = navigator.serviceWorker?.controller ? 'shared' : by;
    const end = () => {
      if (!waiting.delete(answer) && whose === 'others' && !clock.isHeld()) answers.missed = true;
    };
    waiting.add(answer);
    answer.then(end, end);
    const giveUp = async () => {
      for (let poll = 0; poll < mostPolls[whose] && waiting.has(answer); poll += 1) await kit.sleep(pollMs);
      waiting.delete(answer);
    };
    void giveUp();
  };
  answers.ask = () => {
    asked += 1;
    const [order, frame] = [asked, frames];
    return (tell: () => void) => {
      if (clock.holdsTurns()) come.push({ order, frame, tell });
      else tell();
    };
  };
  const wait = <Answer>(answer: Promise<Answer>, by: AnsweredBy): Promise<Answer> => {
    const deliver = answers.ask();
    answers.restFor(answer, by);
    return new Promise((resolve) => {
      const tell = () => deliver(() => resolve(answer));
      answer.then(tell, tell);
    });
  };
  kit.awaitWork = (answer) => wait(answer, 'shared');
  const { nextFrame } = clock;
  clock.nextFrame = () => {
    frames += 1;
    return nextFrame();
  };
  answers.take = () => {
    const due = come.filter(({ frame }) => frame < frames);
    come = come.filter(({ frame }) => frame >= frames);
    return due.sort((one, other) => one.order - other.order).map(({ tell }) => tell);
  };

  const fetchNow = window.fetch.bind(window);
  window.fetch = (...args) => wait(fetchNow(...args), 'others');
  for (const name of ['json', 'text', 'arrayBuffer', 'blob', 'formData'] as const) {
    const read: (this: Response) => Promise<unknown> = Response.prototype[name];
    Object.defineProperty(Response.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Response) {
        // Without an address, the document has made it.
        return wait(read.call(this), this.url ? 'others' : 'shared');
      },
    });
  }
  const { goesOn } = clock;
  clock.goesOn = () => waiting.size === 0 && goesOn();
}
