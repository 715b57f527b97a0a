import { board, every, markup, still } from '../draw.js';

const video = (more) => `<video src="sweep.webm" width="320" muted ${more}></video>`;
export const videoInALoop = still('', video('autoplay loop'));
export const videoAtRest = still('', video('preload="metadata"'));

const poster = "%3Csvg xmlns='http://www.w3.org/2000/svg' width='32' height='18'/%3E";
export const videoAtATime = still('', video('').replace('sweep.webm', 'sweep.webm#t=1'));
export function videoThatWasSought(root) {
  const element = markup(root, '', video('autoplay loop'));
  element.onloadeddata = () => {
    element.pause();
    element.currentTime = 1;
  };
}
export const videoWithAPoster = still('', video(`poster="data:image/svg+xml,${poster}"`));
export const videoLoadedWhenBegun = still('', video('preload="none"'));

export function videoStartedLate(root, ending) {
  const element = markup(root, '', video(''));
  setTimeout(() => ending.aborted || element.play().catch(() => {}), 250);
}

/** What a canvas takes from a video that plays. */
export function videoOnACanvas(root, ending) {
  const element = markup(root, '', video('autoplay loop style="display: none"'));
  const brush = board(root).getContext('2d');
  const draw = () => {
    if (ending.aborted) return;
    // The edge of a frame is not quite opaque: drawn over others, it would show a trace of those that were played.
    brush.clearRect(0, 0, 320, 160);
    brush.drawImage(element, 0, 0, 320, 160);
    element.requestVideoFrameCallback(draw);
  };
  element.requestVideoFrameCallback(draw);
}

const counted = (more) => (root, ending) => {
  const element = markup(root, '', video(more));
  const shown = document.createElement('output');
  root.append(shown);
  let frames = 0;
  const count = () => {
    if (ending.aborted) return;
    frames += 1;
    shown.textContent = `Frame ${frames}`;
    element.requestVideoFrameCallback(count);
  };
  element.requestVideoFrameCallback(count);
};
/** How many frames of a video were shown. */
export const videoWhoseFramesAreCounted = counted('autoplay loop');
export const videoAtRestWhoseFramesAreCounted = counted('preload="auto"');

/** A bar that shows where a video is, at most every so often, as players draw it. */
export function videoWithABar(root, ending) {
  const element = markup(root, '', video('autoplay loop'));
  const bar = document.createElement('div');
  bar.style.cssText = 'background: tomato; height: 12px';
  root.append(bar);
  let last = 0;
  const draw = () => {
    if (performance.now() - last < 30) return;
    last = performance.now();
    bar.style.width = `${320 * (element.currentTime / element.duration || 0)}px`;
  };
  element.ontimeupdate = draw;
  every(ending, 30, draw);
}

const marquee = (more, text = 'Words that pass by') =>
  still('', `<marquee width="300" ${more}>${text}</marquee>`);
export const marqueeToTheLeft = marquee('');
export const marqueeToAndFro = marquee('behavior="alternate" scrollamount="20"');
export const marqueeUpwards = marquee('direction="up" height="120"');
export const marqueeThatSlides = marquee('behavior="slide" direction="right"');
