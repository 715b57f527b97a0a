import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compareFiles } from './compare.js';
import { Engine } from './engine.js';

/** An engine, and how many rows it compared. */
function countingEngine() {
  const engine = new Engine();
  const { run } = engine;
  let rows = 0;
  const comparePixels = (...args: Parameters<typeof run.comparePixels>) => {
    const [from, to] = args.slice(-2) as unknown as [number, number];
    rows += to - from;
    return run.comparePixels(...args);
  };
  Object.defineProperty(engine, 'run', { value: { ...run, comparePixels } });
  return { engine, rows: () => rows };
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
