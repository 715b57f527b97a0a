import type {} from '../DocumentKit.js';

/**
 * Runs after `layClock`: video and sound stay at their start, where the image shows them. They would go on in the browser's time, and
 * what a page draws or writes of that would be different each time.
 */
export function holdMedia(): void {
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
}
