import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPage } from './renderPage.js';
import { sections } from './sections.js';
import { startWorld } from './world.js';

let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

describe.each(sections)('$title', ({ columns, rows, untold }) => {
  test.concurrent.each(rows.map((row) => [row.cells.join(' · '), row] as const))('%s', async (_name, row) => {
    const { cells, check, notYet } = row;
    expect(cells).toHaveLength(columns.length);
    const holds = async () => check(await world.openProject());
    if (notYet) await expect(holds(), 'it is there now: its row is to say so').rejects.toThrow();
    else await holds();
  });

  if (untold) {
    test('nothing is left out', () => {
      expect(untold()).toEqual([]);
    });
  }
});

test('the page is that of the table', async () => {
  await expect(renderPage(sections)).toMatchFileSnapshot('../../docs/conformance.md');
});
