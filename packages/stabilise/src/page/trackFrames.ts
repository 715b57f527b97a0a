import type {} from './DocumentKit.js';

/** Runs before any script of a document: knows whether it paints by frames, which no observer of the document sees. */
export function trackFrames(): void {
  const kit = window.svcDocumentKit;
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const frames = new Set<number>();

  window.requestAnimationFrame = (callback) => {
    const frame = request((time) => {
      try {
        callback(time);
      } finally {
        // Only now, so that one which asks for the next is never without any.
        frames.delete(frame);
      }
    });
    frames.add(frame);
    return frame;
  };
  window.cancelAnimationFrame = (frame) => {
    frames.delete(frame);
    cancel(frame);
  };
  kit.paints = () => frames.size > 0;
}
