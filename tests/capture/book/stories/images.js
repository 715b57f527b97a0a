import { board, eachFrame, gif, still } from '../draw.js';

const webp =
  'data:image/webp;base64,UklGRsgAAABXRUJQVlA4WAoAAAACAAAAJwAAJwAAQU5JTQYAAAD/////AABBTk1GMAAAAAAAAAAAACcAACcAAJYAAAJWUDhMFwAAAC8nwAkAB1CKcpen/wEgIfw/r0b0PzUAAEFOTUYuAAAAAAAAAAAAJwAAJwAAlgAAAFZQOEwWAAAALyfACQAH0Ov+R/8DQEL4f16N6H9qAEFOTUYuAAAAAAAAAAAAJwAAJwAAlgAAAFZQOEwWAAAALyfACQAHUMAoYP8DQEL4f16N6H9qAA==';
const apng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAIAAAADnC86AAAACGFjVEwAAAADAAAAAM7tusAAAAAaZmNUTAAAAAAAAAAoAAAAKAAAAAAAAAAAAJYD6AAAh/qiyAAAADFJREFUeJztzUEJAAAIBLALYRz7pzCMJQQ/g/2XqX4RsVgsFovFYrFYLBaLxWKx+M4CpeRTamt9/VgAAAAaZmNUTAAAAAEAAAAoAAAAKAAAAAAAAAAAAJYD6AAAHIlIHAAAADNmZEFUAAAAAnic7c1BCQAACASw61/QOBrjQAb7Lzup6KxisVgsFovFYrFYLBaLxeKn8QE2c3omi0/Y/QAAABpmY1RMAAAAAwAAACgAAAAoAAAAAAAAAAAAlgPoAADxH5v1AAAAMGZkQVQAAAAEeJztzTEJAAAMA7BKr/SZKOwJ5E/S/hCLxWKxWCwWi8VisVgsFot3DmkjQFsaUTZPAAAAAElFTkSuQmCC';

const image = (source) => still('img { width: 160px }', `<img src="${source}" alt="">`);
export const animatedGif = image(gif);
export const animatedWebp = image(webp);
export const animatedPng = image(apng);
export const gifInABackground = still(
  `.box { width: 200px; height: 120px; background: url("${gif}") }`,
  '<div class="box"></div>',
);
export const webpAsABorder = still(
  `.box { width: 200px; height: 120px; border: 20px solid; border-image: url("${webp}") 10 round }`,
  '<div class="box"></div>',
);
export const pngInContent = still(`.box::after { content: url("${apng}") }`, '<div class="box"></div>');
export const gifInADrawing = still(
  '',
  `<svg width="200" height="120"><image href="${gif}" width="120" height="120"/></svg>`,
);

/** What a canvas takes from an animated image, frame by frame. */
export function gifOnACanvas(root, ending) {
  const brush = board(root).getContext('2d');
  const source = new Image();
  source.src = gif;
  eachFrame(ending, () => brush.drawImage(source, 0, 0, 160, 160));
}
