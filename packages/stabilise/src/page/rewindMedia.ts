import type {} from './DocumentKit.js';

/**
 * Puts each video and sound that has begun, or was to begin, at its start. Others stay as they are: with a poster, at a time of their
 * own (whose frame is shown again), or empty. Returns the addresses of those that did not come in time; null where none was waited for.
 */
export async function rewindMedia(): Promise<string[] | null> {
  const kit = window.svcDocumentKit;
  const limitMs = 5_000;
  const pollMs = 10;
  /** Seconds, within the first frame: a browser does nothing where a video is sought to the time at which it is. */
  const aside = 0.001;
  const media = kit
    .roots()
    .flatMap((root) => [...root.querySelectorAll<HTMLVideoElement | HTMLAudioElement>('video, audio')]);
  const frames = async () => {
    await kit.frame();
    await kit.frame();
  };
  const sought = (one: HTMLMediaElement, time: number) => {
    const done = new Promise((resolve) => one.addEventListener('seeked', resolve, { once: true }));
    one.currentTime = time;
    return done;
  };
  const shown = (video: HTMLVideoElement, time: number) => {
    const done = kit.videoFrame(video);
    video.currentTime = time;
    return done;
  };
  const rests = (one: HTMLMediaElement) => one.paused && !one.autoplay && one.played.length === 0;
  /** To seek takes a poster away. */
  const hasPoster = (one: HTMLVideoElement | HTMLAudioElement) =>
    'poster' in one && one.poster !== '' && one.currentTime === 0;
  const isSeen = (one: HTMLVideoElement | HTMLAudioElement) => 'poster' in one || one.controls;
  /** It shows a frame nevertheless, or how long it is, once that is loaded. */
  const comes = (one: HTMLVideoElement | HTMLAudioElement) =>
    isSeen(one) && !hasPoster(one) && one.preload !== 'none' && (loads(one) || one.seeking);
  const isThere = (one: HTMLVideoElement | HTMLAudioElement) =>
    isSeen(one) && !hasPoster(one) && one.readyState >= one.HAVE_CURRENT_DATA;
  /** Of its own accord one loads no more than its size; what it was told since it does in a moment. */
  const loads = (one: HTMLMediaElement) =>
    one.readyState < one.HAVE_CURRENT_DATA &&
    (one.networkState === one.NETWORK_LOADING ||
      (one.networkState === one.NETWORK_IDLE && one.readyState === one.HAVE_METADATA));

  const rewind = async (one: HTMLVideoElement | HTMLAudioElement) => {
    // Without this, a video that has not begun may never load its first frame.
    if (one.readyState < one.HAVE_CURRENT_DATA && isSeen(one)) one.preload = 'auto';
    const isAtRest = rests(one);
    if (isAtRest) {
      while (comes(one)) await kit.sleep(pollMs);
      if (!isThere(one)) return;
    }
    one.autoplay = false;
    one.pause();
    while (loads(one)) await kit.sleep(pollMs);
    if (one.error || one.readyState < one.HAVE_CURRENT_DATA) return;
    // A stream has no start; it stays where it was paused.
    if (one.srcObject instanceof MediaStream) return frames();
    await show(one, isAtRest ? one.currentTime : 0);
    if (!one.paused) {
      // The page begins it again whenever it is paused.
      one.playbackRate = 0;
      await show(one, 0);
    }
    if (!one.controls) return;
    // That it loads is shown for a while after it has loaded, unless its controls are new.
    one.controls = false;
    await frames();
    one.controls = true;
  };

  const show = async (one: HTMLVideoElement | HTMLAudioElement, time: number) => {
    if (!('videoWidth' in one) || one.videoWidth === 0) {
      if (one.currentTime !== time && one.seekable.length > 0) await sought(one, time);
      return;
    }
    // A frame that comes while the browser is still busy with the one before is dropped, although it is said to be shown.
    await frames();
    const canSeek = one.seekable.length > 0 && one.seekable.end(0) > time + aside;
    if (canSeek) {
      await sought(one, time + aside);
      await frames();
    }
    if (one.currentTime > time) await shown(one, time);
  };

  const late = new Set(media.filter((one) => !rests(one) || comes(one) || isThere(one)));
  if (late.size === 0) return null;
  const all = [...late].map(async (one) => {
    await rewind(one);
    late.delete(one);
  });
  await Promise.race([Promise.all(all), kit.sleep(limitMs)]);
  return [...late].map((one) => one.currentSrc);
}
