import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare } from './compare.js';
import { drawDifference } from './drawDifference.js';

/** Rows of red, green, blue of each pixel, with the alpha left out, which is full everywhere. */
async function read(png: Uint8Array) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
  return { width: info.width, height: info.height, at };
}

const mark = [255, 0, 85, 255];
const grey = (level: number) => [level, level, level, 255];

test('what changed is marked over a pale copy of the image', async () => {
  const before = paint(9, 5, () => [0, 0, 0, 255]);
  const after = paint(9, 5, (x) => (x < 2 ? [255, 255, 255, 255] : x < 4 ? [0, 0, 0, 0] : [0, 0, 0, 255]));
  const drawing = await read(await drawDifference(after, await compare(before, after)));
  expect(drawing).toMatchObject({ width: 9, height: 5 });
  expect([0, 4, 8].map((x) => drawing.at(x, 3))).toEqual([mark, grey(192), grey(192)]);
});

test('colors become greys by how bright they look, transparent ones white', async () => {
  const colors = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 128],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
  ];
  const image = paint(6, 1, (x) => colors[x] ?? []);
  const drawing = await read(await drawDifference(image, await compare(image, image)));
  const levels = colors.map((_, x) => drawing.at(x, 0)[0]);
  expect(levels).toEqual([255, 192, 255, 224, 229, 199]);
});

test('is as large as both images, and white where the one that is seen does not reach', async () => {
  const [before, after] = [paint(4, 9, () => [0, 0, 0, 255]), paint(7, 3, () => [0, 0, 0, 255])];
  const comparison = await compare(before, after);
  const drawing = await read(await drawDifference(after, comparison));
  expect(drawing).toMatchObject({ width: 7, height: 9 });
  expect(drawing.at(1, 1)).toEqual(grey(192));
  expect(drawing.at(1, 8)).toEqual(mark);
  expect(drawing.at(6, 1)).toEqual(mark);
  expect(drawing.at(6, 8)).toEqual(grey(255));
});

test('a mask may be of another comparison, and what lies outside is left out', async () => {
  const image = paint(3, 2, () => [0, 0, 0, 255]);
  const large = await compare(
    paint(8, 8, () => [0, 0, 0, 255]),
    paint(8, 8, () => [255, 255, 255, 255]),
  );
  const drawing = await read(await drawDifference(image, { width: 3, height: 2, mask: large.mask }));
  expect(drawing).toMatchObject({ width: 3, height: 2 });
  expect(drawing.at(2, 1)).toEqual(mark);
});
