import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEngine } from './engine.js';
import { findRegions, type Region } from './findRegions.js';

type Point = readonly [x: number, y: number];

function regionsOf(width: number, height: number, points: readonly Point[], limit = 100): Region[] {
  const maskPitch = 1 + Math.ceil(width / 8);
  const bits = new Uint8Array(maskPitch * height);
  for (const [x, y] of points) {
    const at = y * maskPitch + 1 + (x >> 3);
    bits[at] = (bits[at] ?? 0) | (128 >> (x & 7));
  }
  return withEngine((engine) =>
    findRegions(engine, { width, height, mask: engine.put(bits), maskPitch }, limit),
  );
}

const box = (x: number, y: number, width: number, height: number): Point[] =>
  Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);

test('a box is as tight as its pixels', () => {
  expect(regionsOf(200, 100, [...box(13, 7, 31, 5), [60, 20]])).toEqual([
    { x: 13, y: 7, width: 48, height: 14, diffPixels: 156 },
  ]);
  expect(regionsOf(1, 1, [[0, 0]])).toEqual([{ x: 0, y: 0, width: 1, height: 1, diffPixels: 1 }]);
});

test('boxes up to 16 pixels apart are one, wherever they lie', () => {
  for (let x = 0; x < 20; x++) {
    const one = box(x, 3, 5, 5);
    expect(regionsOf(100, 50, [...one, [x + 21, 3]])).toHaveLength(1);
    expect(regionsOf(100, 50, [...one, [x + 22, 3]])).toHaveLength(2);
    expect(regionsOf(100, 80, [...one, [x, 3 + 22 + x]])).toHaveLength(2);
  }
});

test('regions go from top to bottom, then from left to right', () => {
  const found = regionsOf(300, 300, [...box(200, 50, 3, 3), ...box(20, 200, 3, 3), ...box(100, 50, 3, 3)]);
  expect(found.map(({ x, y }) => [x, y])).toEqual([
    [100, 50],
    [200, 50],
    [20, 200],
  ]);
});

test('where many are strewn, those that are nearest are merged', () => {
  const pairs = Array.from({ length: 100 }, (_, i) => box((i % 10) * 100, Math.floor(i / 10) * 100, 2, 2));
  const specks = pairs.map(([corner = [0, 0]]): Point => [corner[0] + 24, corner[1]]);
  const found = regionsOf(1000, 1000, [...pairs.flat(), ...specks]);
  expect(found).toHaveLength(100);
  expect(new Set(found.map(({ width, diffPixels }) => `${width} ${diffPixels}`))).toEqual(new Set(['25 5']));
});

test('noise all over ends as few boxes, whole', () => {
  const noise = Array.from({ length: 20_000 }, (_, i): Point => [(i * 7919) % 4000, (i * 104_729) % 3001]);
  const distinct = new Set(noise.map(([x, y]) => `${x} ${y}`)).size;
  const found = regionsOf(4000, 3001, noise);
  expect(found.length).toBeLessThanOrEqual(100);
  expect(found.reduce((sum, { diffPixels }) => sum + diffPixels, 0)).toBe(distinct);
});

const marks = fc
  .record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 300 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      limit: fc.integer({ min: 1, max: 20 }),
      points: fc.uniqueArray(
        fc.tuple(fc.integer({ min: 0, max: width - 1 }), fc.integer({ min: 0, max: height - 1 })),
        { minLength: 1, maxLength: 60, selector: ([x, y]) => x + y * width },
      ),
    }),
  );

test('every marked pixel is in exactly one region, and none is empty', () => {
  fc.assert(
    fc.property(marks, ({ width, height, points, limit }) => {
      const found = regionsOf(width, height, points, limit);
      expect(found.length).toBeLessThanOrEqual(limit);
      const holds = (region: Region, [x, y]: Point) =>
        x >= region.x && x < region.x + region.width && y >= region.y && y < region.y + region.height;
      for (const point of points) expect(found.filter((region) => holds(region, point))).toHaveLength(1);
      for (const region of found) {
        const inside = points.filter((point) => holds(region, point));
        expect(region.diffPixels).toBe(inside.length);
        expect(region.x).toBe(Math.min(...inside.map(([x]) => x)));
        expect(region.y).toBe(Math.min(...inside.map(([, y]) => y)));
        expect(region.x + region.width).toBe(Math.max(...inside.map(([x]) => x)) + 1);
        expect(region.y + region.height).toBe(Math.max(...inside.map(([, y]) => y)) + 1);
      }
    }),
  );
});

test('regions move with their pixels', () => {
  fc.assert(
    fc.property(marks, fc.nat(40), fc.nat(40), ({ width, height, points, limit }, right, down) => {
      const moved = points.map(([x, y]): Point => [x + right, y + down]);
      expect(regionsOf(width + right, height + down, moved, limit)).toEqual(
        regionsOf(width, height, points, limit).map((region) => ({
          ...region,
          x: region.x + right,
          y: region.y + down,
        })),
      );
    }),
  );
});
