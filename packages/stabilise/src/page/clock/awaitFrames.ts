import type {} from '../DocumentKit.js';

/** Runs after `layClock`: has what comes with the next frame of the browser wait for that, but not endlessly. */
export function awaitFrames(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const requestFrame = window.requestAnimationFrame.bind(window);
  const pollMs = 100;
  /** A document that is not shown gets no frames. Counted, since a busy machine may let both wait. */
  const mostPolls = { unshown: 10, shown: 100 };
  let isDrawn = false;
  /**
   * A page that was drawn once is drawn again, and so is one whose story goes on, however long that takes: what its observers see comes
   * with that.
   */
  const isShown = () => window === window.top && (isDrawn || !clock.isWaiting());

  kit.inFrame = (draw) =>
    new Promise((resolve) => {
      let done = false;
      const drawOnce = () => {
        if (done) return;
        done = true;
        resolve(draw());
      };
      requestFrame(() => {
        isDrawn = true;
        drawOnce();
      });
      const drawUnshown = async () => {
        const most = () => (isShown() ? mostPolls.shown : mostPolls.unshown);
        for (let poll = 0; poll < most() && !done; poll += 1) await kit.sleep(pollMs);
        drawOnce();
      };
      void drawUnshown();
    });
}
