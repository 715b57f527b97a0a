import type {} from '../DocumentKit.js';

/** Runs after `layClock`: the clock rests while the document waits for an answer that it asked for. */
export function awaitAnswers(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  /** An answer may be a stream, which has no end. */
  const longestWaitMs = 3_000;
  const waiting = new Set<object>();

  const wait = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const done = () => waiting.delete(answer);
    waiting.add(answer);
    answer.then(done, done);
    void kit.sleep(longestWaitMs).then(done);
    return answer;
  };
  const fetchNow = window.fetch.bind(window);
  window.fetch = (...args) => wait(fetchNow(...args));
  for (const name of ['json', 'text', 'arrayBuffer', 'blob', 'formData'] as const) {
    const read: (this: Response) => Promise<unknown> = Response.prototype[name];
    Object.defineProperty(Response.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Response) {
        return wait(read.call(this));
      },
    });
  }
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    void wait(new Promise((resolve) => this.addEventListener('loadend', resolve, { once: true })));
    send.call(this, body);
  };

  // The first one only: what a connection brings later has a time of its own.
  const first = <Connection extends typeof WebSocket | typeof EventSource>(connection: Connection) =>
    new Proxy(connection, {
      construct(target, given: [string], asked) {
        const made: WebSocket | EventSource = Reflect.construct(target, given, asked);
        void wait(
          new Promise((resolve) => {
            for (const name of ['open', 'error', 'close'])
              made.addEventListener(name, resolve, { once: true });
          }),
        );
        return made;
      },
    });
  window.WebSocket = first(window.WebSocket);
  window.EventSource = first(window.EventSource);

  const { goesOn } = clock;
  clock.goesOn = () => waiting.size === 0 && goesOn();
}
