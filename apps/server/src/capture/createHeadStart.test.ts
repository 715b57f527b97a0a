import { expect, test } from 'vitest';
import { createHeadStart } from './createHeadStart.js';

/** Pages that begin, in the order in which they do. */
function beginAll(pages: number, headStart: ReturnType<typeof createHeadStart>) {
  const begun: number[] = [];
  const all = Array.from({ length: pages }, (_, before) =>
    headStart.begin(before).then(() => {
      begun.push(before);
    }),
  );
  return { begun, all: Promise.all(all) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the first pages begin at once, the others when there is an image', async () => {
  const headStart = createHeadStart(2, 60_000);
  const { begun, all } = beginAll(4, headStart);
  await turn();
  expect(begun).toEqual([0, 1]);
  headStart.end();
  await all;
  expect(begun).toEqual([0, 1, 2, 3]);
  await headStart.begin(4);
});

test('nobody waits longer than the limit', async () => {
  const { begun, all } = beginAll(3, createHeadStart(1, 5));
  await turn();
  expect(begun).toEqual([0]);
  await all;
  expect(begun).toEqual([0, 1, 2]);
});
