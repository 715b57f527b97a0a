import { PNG } from 'pngjs';

const width = 1280;
const height = 720;

/** A small generator of numbers from 0 to 1 that are the same for the same seed. */
function numbersFrom(seed) {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * A 1280×720 PNG like a page: bands, boxes and rows of small marks, as text has them.
 * @param {number} page which page
 * @param {number} version 0, or a number that adds a box of its own
 */
export function drawPage(page, version) {
  const png = new PNG({ width, height });
  const fill = (left, top, right, bottom, color) => {
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) png.data.set(color, (y * width + x) * 4);
    }
  };
  const colorOf = (number) => [number() * 255, number() * 255, number() * 255, 255];
  const number = numbersFrom(page);
  fill(0, 0, width, height, [250, 250, 252, 255]);
  fill(0, 0, width, 64, colorOf(number));
  for (let box = 0; box < 12; box += 1) {
    const left = 32 + (box % 4) * 312;
    const top = 96 + Math.floor(box / 4) * 204;
    fill(left, top, left + 280, top + 172, [255, 255, 255, 255]);
    fill(left, top, left + 280, top + 72, colorOf(number));
    for (let row = 0; row < 6; row += 1) {
      for (let x = left + 8; x < left + 60 + number() * 200; x += 3 + Math.floor(number() * 4)) {
        fill(x, top + 84 + row * 14, x + 2, top + 92 + row * 14, [40, 40, 48, 255]);
      }
    }
  }
  if (version > 0) {
    const left = 40 + ((version * 37) % 1_000);
    fill(left, 300, left + 160, 420, colorOf(numbersFrom(version * 7_919)));
  }
  return PNG.sync.write(png);
}
