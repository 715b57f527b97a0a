import { board, markup, still } from '../draw.js';

const video = (more) => `<video src="sweep.webm" width="320" muted ${more}></video>`;
export const videoInALoop = still('', video('autoplay loop'));
export const videoAtRest = still('', video('preload="metadata"'));

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
    brush.drawImage(element, 0, 0, 320, 160);
    element.requestVideoFrameCallback(draw);
  };
  element.requestVideoFrameCallback(draw);
}

const marquee = (more, text = 'Words that pass by') =>
  still('', `<marquee width="300" ${more}>${text}</marquee>`);
export const marqueeToTheLeft = marquee('');
export const marqueeToAndFro = marquee('behavior="alternate" scrollamount="20"');
export const marqueeUpwards = marquee('direction="up" height="120"');
export const marqueeThatSlides = marquee('behavior="slide" direction="right"');
