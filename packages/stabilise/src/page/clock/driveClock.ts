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
  /** A document that is not shown gets no frames. */
  const longestFrameMs = 1_000;
  const pollMs = 100;

  const { port1, port2 } = new MessageChannel();
  /** Resolves when the messages are done that were posted so far, by which schedulers work. */
  const messages = () =>
    new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
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
      void kit.sleep(longestFrameMs).then(draw);
    });

  const step = async () => {
    for (let call = clock.nextCall(); call !== null; call = clock.nextCall()) {
      kit.lastTimer = kit.now();
      try {
        call();
      } catch (error) {
        reportError(error);
      }
      // What a message does may be another message.
      await messages();
      await messages();
    }
    await frame();
    await messages();
    await messages();
    await kit.sleep(0);
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
