import { expect, test } from 'vitest';
import { buildGallery } from '../gallery/buildGallery.mjs';
import { compare } from './compare.js';

test('the gallery says of each pair what happened to it', async () => {
  const { page, entries } = await buildGallery(compare);
  const said = Object.fromEntries(
    entries.map(({ title, comparison: { explanation } }) => [
      title,
      {
        bands: explanation?.rows.map(({ kind, baseY, y, height }) => `${kind} ${height}: ${baseY} → ${y}`),
        columns: explanation?.columns.map(({ kind, baseX, x, width }) => `${kind} ${width}: ${baseX} → ${x}`),
        moves: explanation?.moves,
        beside: explanation?.alignedDiffPixels,
      },
    ]),
  );
  expect(said).toMatchObject({
    'A price changed': { bands: [] },
    'The same price, on another page': { bands: [] },
    'Buttons got another color': { bands: [] },
    'A banner of 20 px came on top': { bands: ['inserted 20: 0 → 0'], beside: 0 },
    'A banner came, and a price changed below it': { bands: ['inserted 36: 56 → 56'] },
    'The middle grew by a card': { bands: ['inserted 170: 396 → 396'], beside: 0 },
    'A card was taken away': { bands: ['removed 170: 226 → 226'], beside: 0 },
    'A card moved to the top': { bands: ['moved 161: 401 → 61', 'moved 9: 392 → 222'], beside: 0 },
    'The footer moved down': { bands: ['moved 120: 396 → 496'], beside: 0 },
    'A sidebar grew': {
      bands: [],
      columns: ['inserted 40: 110 → 110', 'removed 40: 726 → 766'],
      beside: 0,
    },
    'A badge is in the other corner': {
      bands: [],
      columns: [],
      moves: [
        { from: { x: 24, y: 76, width: 150, height: 64 }, to: { x: 460, y: 186, width: 150, height: 64 } },
      ],
      beside: 0,
    },
    'A chart is unsteady': { bands: [] },
    'Another page altogether': { bands: [] },
    'The window was made wider': { bands: [] },
  });
  const prints = entries.map(({ comparison }) => comparison.explanation?.fingerprint);
  expect(prints[1]).toBe(prints[0]);
  expect(new Set(prints).size).toBe(entries.length - 1);
  const price = entries.find(({ title }) => title.endsWith('a price changed below it'))?.comparison
    .explanation;
  expect(price?.regions).toHaveLength(2);
  for (const { title, sentences } of entries) {
    expect(page).toContain(`<h2>${title}</h2>`);
    for (const sentence of sentences) expect(page).toContain(sentence);
  }
  expect(page).not.toMatch(/(src|href)="(?!data:)/);
});
