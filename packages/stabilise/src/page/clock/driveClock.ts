import type {} from '../DocumentKit.js';

/**
 * Runs after `awaitFrames`: makes the calls that are due, and goes on by one step with each frame of the browser, however
 * long that takes.
 */
export function driveClock(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const pollMs = 100;
  let acts = false;
  /**
   * Counts the moments at which the time becomes that of a story. A step that began before one ends there: whatever it still did
   * would come before the story's first step, in some captures and not in others.
   */
  let times = 0;
  const { beginStory, goOn } = kit;
  kit.beginStory = () => {
    times += 1;
    acts = false;
    beginStory();
  };
  kit.goOn = () => {
    if (clock.isWaiting()) {
      times += 1;
      acts = false;
    }
    goOn();
  };

  const { port1, port2 } = new MessageChannel();
  /** Resolves when the messages have come that were posted so far. */
  const messages = () =>
    new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  const runAll = (calls: (() => void)[]) => {
    for (const call of calls) {
      acts = true;
      try {
        call();
      } catch (error) {
        reportError(error);
      }
    }
  };
  /** What was posted is done, by which schedulers work. What a message does may be another message. */
  const turn = async (isOver: () => boolean) => {
    for (let round = 0; round < 2; round += 1) {
      await messages();
      if (isOver()) return;
      runAll(take(clock.tasks));
    }
  };
  const take = (calls: (() => void)[]) => (clock.isWaiting() ? [] : calls.splice(0));
  /** Whether the time went on with it, which may rest since the frame was asked for. */
  const frame = (isOver: () => boolean) =>
    kit.inFrame(() => {
      const goesOn = !isOver() && clock.goesOn();
      if (goesOn) clock.onFrame(clock.nextFrame());
      return goesOn;
    });

  const step = async () => {
    const own = times;
    const isOver = () => times !== own;
    const answers = clock.isWaiting() ? [] : clock.answers.take();
    runAll(answers);
    if (answers.length > 0) await messages();
    for (let call = clock.nextCall(); call !== null; call = isOver() ? null : clock.nextCall()) {
      runAll([call.run]);
      // Whether a call from before is still due depends on how long the document took: it gives the story no turns.
      await (call.isOfStory ? turn(isOver) : messages());
    }
    if (!(await frame(isOver))) return;
    await turn(isOver);
    await kit.sleep(0);
    if (isOver()) return;
    // Once in a step, since the browser may have drawn more often.
    runAll(take(clock.sights));
    clock.onStep(acts);
    acts = false;
  };
  const run = async () => {
    for (;;) {
      if (clock.goesOn()) await step();
      else {
        await Promise.race([kit.frame(), kit.sleep(pollMs)]);
        // Those that have begun meanwhile wait as well.
        kit.stepAnimations(0);
      }
    }
  };
  void run();
}
