import type {} from '../DocumentKit.js';

/**
 * Runs after `layClock`: makes the calls that are due, and goes on by one step with each frame of the browser, however
 * long that takes.
 */
export function driveClock(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const requestFrame = window.requestAnimationFrame.bind(window);
  const pollMs = 100;
  /** A document that is not shown gets no frames. Counted, since a busy machine may let both wait. */
  const mostPolls = 10;
  let acts = false;

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
  /** The story may have begun during a step, which is then none of its own. */
  const take = (calls: (() => void)[]) => (clock.isWaiting() ? [] : calls.splice(0));
  /** What was posted is done, by which schedulers work. What a message does may be another message. */
  const turn = async () => {
    await messages();
    runAll(take(clock.tasks));
    await messages();
    runAll(take(clock.tasks));
  };
  const frame = () =>
    new Promise<void>((resolve) => {
      let done = false;
      const draw = () => {
        if (done) return;
        done = true;
        // It may rest since the frame was asked for.
        if (clock.goesOn()) clock.onFrame(clock.nextFrame());
        resolve();
      };
      requestFrame(draw);
      const drawUnshown = async () => {
        for (let poll = 0; poll < mostPolls && !done; poll += 1) await kit.sleep(pollMs);
        draw();
      };
      void drawUnshown();
    });

  const step = async () => {
    for (let call = clock.nextCall(); call !== null; call = clock.nextCall()) {
      runAll([call]);
      await turn();
    }
    await frame();
    await turn();
    await kit.sleep(0);
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
