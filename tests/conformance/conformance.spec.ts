import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeInstallation } from './installed.js';
import { renderPage } from './renderPage.js';
import { sections } from './sections.js';
import { startWorld } from './world.js';

let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await removeInstallation();
  await world?.stop();
});

describe.each(sections)('$title', ({ columns, rows, untold }) => {
  test.concurrent.each(rows.map((row) => [row.cells.join(' · '), row] as const))('%s', async (_name, row) => {
    expect(row.cells).toHaveLength(columns.length);
    await row.check(await world.openProject());
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
