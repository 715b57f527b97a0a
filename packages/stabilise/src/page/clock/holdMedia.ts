import type {} from '../DocumentKit.js';

/**
 * Runs after `layClock`: video and sound stay at their start, where the image shows them. They would go on in the browser's time, and
 * what a page draws or writes of that would be different each time.
 */
export function holdMedia(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const play = HTMLMediaElement.prototype.play;
  const hold = (media: HTMLMediaElement) => {
    // Loading sets the speed back to this.
    media.defaultPlaybackRate = 0;
    media.playbackRate = 0;
  };
  HTMLMediaElement.prototype.play = function () {
    hold(this);
    return play.call(this);
  };
  // Those that begin by themselves.
  for (const type of ['loadstart', 'play']) {
    const holdTarget = ({ target }: Event) => {
      if (target instanceof HTMLMediaElement) hold(target);
    };
    window.addEventListener(type, holdTarget, { capture: true });
  }

  const { requestVideoFrameCallback: request, cancelVideoFrameCallback: cancel } = HTMLVideoElement.prototype;
  /** What each video has told that it shows: seconds of its own time. The browser tells a frame again when it is sought, or drawn again. */
  const told = new WeakMap<HTMLVideoElement, number>();
  /** Of callbacks that wait on after a frame that was told before, by what the page knows them by: each video numbers its own. */
  const waiting = new WeakMap<HTMLVideoElement, Map<number, number>>();
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
    const before = told.get(this);
    const see: VideoFrameRequestCallback = (_, { width, height, mediaTime }) => {
      if (mediaTime === before) {
        waiting.set(this, (waiting.get(this) ?? new Map()).set(id, request.call(this, see)));
        return;
      }
      waiting.get(this)?.delete(id);
      told.set(this, mediaTime);
      const now = clock.now();
      const times = { presentationTime: now, expectedDisplayTime: now };
      callback(now, { ...times, width, height, mediaTime, presentedFrames: 1 });
    };
    const id = request.call(this, see);
    return id;
  };
  HTMLVideoElement.prototype.cancelVideoFrameCallback = function (id) {
    cancel.call(this, waiting.get(this)?.get(id) ?? id);
    waiting.get(this)?.delete(id);
  };
}
