import type {} from '../DocumentKit.js';

/**
 * Runs after `prepareDocument` in a document whose scripts have run: a test may have replaced every clock by then, so time is
 * counted by waits that none replaces.
 */
export function countTime(): void {
  const kit = window.svcDocumentKit;
  const frameMs = 16;
  /** A document that is not shown gets no frames. */
  const longestFrameMs = 1_000;
  let time = 0;
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve(), {
        once: true,
      });
    });
  kit.now = () => time;
  kit.sleep = async (ms) => {
    await wait(ms);
    time += ms;
  };
  kit.frame = async () => {
    const frame = new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.documentElement);
    });
    await Promise.race([frame, wait(longestFrameMs)]);
    time += frameMs;
  };
}
