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

  const { requestVideoFrameCallback: requestOf, cancelVideoFrameCallback: cancelOf } =
    HTMLVideoElement.prototype;
  /** Each video numbers its own. */
  const ofVideos = new Map<HTMLVideoElement, Set<number>>();
  const forget = (video: HTMLVideoElement, frame: number) => {
    const left = ofVideos.get(video);
    if (left?.delete(frame) && left.size === 0) ofVideos.delete(video);
  };
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
    const frame = requestOf.call(this, (time, metadata) => {
      try {
        callback(time, metadata);
      } finally {
        forget(this, frame);
      }
    });
    ofVideos.set(this, (ofVideos.get(this) ?? new Set()).add(frame));
    return frame;
  };
  HTMLVideoElement.prototype.cancelVideoFrameCallback = function (frame) {
    forget(this, frame);
    cancelOf.call(this, frame);
  };
  /** Or is about to: with `autoplay`, it is paused until it is loaded. */
  const plays = ({ paused, autoplay, ended, error }: HTMLVideoElement) =>
    (!paused || autoplay) && !ended && error === null;

  kit.paints = () => frames.size > 0 || [...ofVideos.keys()].some(plays);
}
