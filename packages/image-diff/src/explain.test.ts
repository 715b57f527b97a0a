import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compareFiles } from './compare.js';
import { Engine } from './engine.js';

/** An engine, how many rows it compared, and how many it read to hash columns. */
function countingEngine() {
  const engine = new Engine();
  const { run } = engine;
  let rows = 0;
  let hashed = 0;
  const addToColumns = (...args: Parameters<typeof run.addToColumns>) => {
    hashed += args[3];
    return run.addToColumns(...args);
  };
  const comparePixels = (...args: Parameters<typeof run.comparePixels>) => {
    const [from, to] = args.slice(-2) as unknown as [number, number];
    rows += to - from;
    return run.comparePixels(...args);
  };
  Object.defineProperty(engine, 'run', { value: { ...run, comparePixels, addToColumns } });
  return { engine, rows: () => rows, hashed: () => hashed };
}

test('rows of a shifted page are compared once in place and once aligned', async () => {
  const height = 300;
  const line = (y: number, x: number) => [(y * 37 + x) % 256, (y * 91) % 256, (y * 13 + x * 5) % 256, 255];
  const page = (banner: number) =>
    paint(64, height, (x, y) => (y < banner ? [200, 30, 30, 255] : line(y - banner, x)));
  const { engine, rows } = countingEngine();
  const { explanation } = await compareFiles(engine, page(0), page(20), { explain: true });
  expect(explanation).toMatchObject({
    rows: [
      { kind: 'inserted', y: 0, height: 20 },
      { kind: 'removed', y: 300, height: 20 },
    ],
    alignedDiffPixels: 0,
  });
  expect(rows()).toBe(height + (height - 20));
});

test('columns are hashed in a sample of rows first, and whole only if they may have shifted', async () => {
  const [width, height] = [200, 300];
  const content = (x: number, y: number) => [(x * 37 + y) % 256, (x * 91) % 256, (y * 13 + x * 5) % 256, 255];
  const isNew = (x: number, y: number) => (x * 7 + y * 3) % 23 === 0;
  const before = paint(width, height, content);
  const strewn = paint(width, height, (x, y) => (isNew(x, y) ? [255, 0, 0, 255] : content(x, y)));
  const shifted = paint(width, height, (x, y) => (x < 20 ? [255, 0, 0, 255] : content(x - 20, y)));
  const corner = paint(width, height, (x, y) => (x < 50 && y < 50 ? [255, 0, 0, 255] : content(x, y)));
  const [sample, both] = [64, 2];
  for (const [after, rows] of [
    [strewn, sample * both],
    [shifted, (sample + height) * both],
    [corner, 0],
  ] as const) {
    const { engine, hashed } = countingEngine();
    await compareFiles(engine, before, after, { explain: true });
    expect(hashed()).toBe(rows);
  }
});
