import type {} from './DocumentKit.js';

/**
 * Puts each video that has begun, or was to begin, at its first frame. Others stay as they are: with a poster, at a time of their own
 * (whose frame is shown again), or empty. Returns the addresses of those that did not show a frame in time; null where none was waited
 * for.
 */
export async function rewindVideos(): Promise<string[] | null> {
  const kit = window.svcDocumentKit;
  const limitMs = 5_000;
  const pollMs = 10;
  /** Seconds, within the first frame: a browser does nothing where a video is sought to the time at which it is. */
  const aside = 0.001;
  const videos = kit.roots().flatMap((root) => [...root.querySelectorAll('video')]);
  const frames = async () => {
    await kit.frame();
    await kit.frame();
  };
  const sought = (video: HTMLVideoElement, time: number) => {
    const done = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = time;
    return done;
  };
  const shown = (video: HTMLVideoElement, time: number) => {
    const done = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = time;
    return done;
  };
  const rests = (video: HTMLVideoElement) => video.paused && !video.autoplay && video.played.length === 0;
  /** To seek takes a poster away. */
  const hasPoster = (video: HTMLVideoElement) => video.poster !== '' && video.currentTime === 0;
  /** It shows a frame nevertheless, once that is loaded. */
  const comes = (video: HTMLVideoElement) =>
    !hasPoster(video) && video.preload !== 'none' && (loads(video) || video.seeking);
  const showsFrame = (video: HTMLVideoElement) =>
    !hasPoster(video) && video.readyState >= video.HAVE_CURRENT_DATA;
  /** Of its own accord one loads no more than its size; what it was told since it does in a moment. */
  const loads = (video: HTMLVideoElement) =>
    video.readyState < video.HAVE_CURRENT_DATA &&
    (video.networkState === video.NETWORK_LOADING ||
      (video.networkState === video.NETWORK_IDLE && video.readyState === video.HAVE_METADATA));

  const rewind = async (video: HTMLVideoElement) => {
    // Without this, one that has not begun may never load its first frame.
    if (video.readyState < video.HAVE_CURRENT_DATA) video.preload = 'auto';
    const isAtRest = rests(video);
    if (isAtRest) {
      while (comes(video)) await kit.sleep(pollMs);
      if (!showsFrame(video)) return;
    }
    video.autoplay = false;
    video.pause();
    while (loads(video)) await kit.sleep(pollMs);
    if (video.error || video.readyState < video.HAVE_CURRENT_DATA) return;
    // A frame that comes while the browser is still busy with the one before is dropped, although it is said to be shown.
    await frames();
    // A stream has no start; it stays where it was paused.
    if (video.srcObject instanceof MediaStream) return;
    const time = isAtRest ? video.currentTime : 0;
    const canSeek = video.seekable.length > 0 && video.seekable.end(0) > time + aside;
    if (!canSeek) {
      if (video.currentTime > time) await shown(video, time);
      return;
    }
    await sought(video, time + aside);
    await frames();
    await shown(video, time);
  };

  const late = new Set(videos.filter((video) => !rests(video) || comes(video) || showsFrame(video)));
  if (late.size === 0) return null;
  const all = [...late].map(async (video) => {
    await rewind(video);
    late.delete(video);
  });
  await Promise.race([Promise.all(all), kit.sleep(limitMs)]);
  return [...late].map((video) => video.currentSrc);
}
