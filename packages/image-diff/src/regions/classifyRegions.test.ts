import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paint } from '../../tests/buildPng.js';
import { compare } from '../compare.js';

const [width, height] = [300, 200];

/** A page with something drawn on it. */
const draw = (svg: string, size = { width, height }) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
        <rect width="100%" height="100%" fill="#f8f9fa"/>${svg}</svg>`,
    ),
  )
    .removeAlpha()
    .png()
    .toBuffer();

const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;
/** Strokes as letters have them, which a seed chooses. */
const words = (x: number, y: number, seed: number, color = '#343a40') =>
  Array.from({ length: 14 }, (_, i) => {
    const place = x + i * 9;
    const shape = (seed * 7 + i * 5) % 3;
    return [
      rect(place, y, 2, 10, color),
      shape !== 1 ? rect(place, y + 8, 6, 2, color) : '',
      shape !== 2 ? rect(place + 5, y, 2, 10, color) : '',
    ].join('');
  }).join('');
const card = (x: number, y: number) =>
  rect(x, y, 120, 70, '#fff', 8) + rect(x + 8, y + 8, 30, 30, '#1c7ed6', 4) + words(x + 8, y + 50, 3);
const button = (fill: string, label: string) => rect(40, 60, 150, 30, fill, 6) + words(50, 70, 1, label);

async function explain(before: Buffer, after: Buffer, minimumRegion?: number) {
  const { explanation } = await compare(before, after, {
    explain: true,
    ...(minimumRegion !== undefined && { minimumRegion }),
  });
  if (!explanation) throw new Error('The pages are equal.');
  return explanation;
}

async function kindsOf(before: string, after: string) {
  const { regions } = await explain(await draw(before), await draw(after));
  return regions.map(({ kind }) => kind);
}

const around = words(20, 20, 2) + words(20, 180, 5);
const pairs: [what: string, forth: string, before: string, after: string, back: string][] = [
  ['a card', 'added', around, around + card(90, 80), 'removed'],
  ['a plain box', 'added', around, around + rect(50, 60, 80, 40, '#e03131'), 'removed'],
  ['a plain box with round corners', 'added', around, around + rect(50, 60, 80, 40, '#e03131', 9), 'removed'],
  ['a line of text', 'added', around, around + words(60, 100, 4), 'removed'],
  ['a dot', 'added', around, around + rect(50, 60, 1, 1, '#e03131'), 'removed'],
  ['text in other words', 'text', around + words(60, 100, 4), around + words(60, 100, 5), 'text'],
  [
    'text in another color',
    'recolored',
    around + words(60, 100, 4),
    around + words(60, 100, 4, '#e03131'),
    'recolored',
  ],
  [
    'a button in another color',
    'recolored',
    around + button('#1c7ed6', '#fff'),
    around + button('#2f9e44', '#fff'),
    'recolored',
  ],
  [
    'a plain box in another color',
    'recolored',
    around + rect(50, 60, 80, 40, '#1c7ed6'),
    around + rect(50, 60, 80, 40, '#2f9e44'),
    'recolored',
  ],
];

test.each(pairs)('%s is %s, or the reverse', async (_what, forth, before, after, back) => {
  expect(await kindsOf(before, after)).toEqual([forth]);
  expect(await kindsOf(after, before)).toEqual([back]);
});

test('an image that is another one has changed', async () => {
  const photo = (seed: number) => (x: number, y: number) => {
    const noise = Math.imul(x * 31 + y * 17 + seed, 0x9e37_79b1) ^ Math.imul(y + seed, 0x85eb_ca6b);
    return [(noise >>> 8) & 255, (noise >>> 16) & 255, noise >>> 24, 255];
  };
  const { regions } = await explain(paint(80, 60, photo(1)), paint(80, 60, photo(2)));
  expect(regions).toMatchObject([{ kind: 'changed', severity: 'high' }]);
});

test('what only one image covers was added, or removed', async () => {
  const [short, long] = [await draw(around), await draw(around, { width: width + 40, height: height + 50 })];
  expect((await explain(short, long)).regions).toMatchObject([{ kind: 'added' }]);
  expect((await explain(long, short)).regions).toMatchObject([{ kind: 'removed' }]);
});

test('bands of rows and columns are classified, and regions beside them by their aligned pixels', async () => {
  const lines = (x: number, y: number) => [(x * 37) % 251, (y * 53) % 241, (x * y) % 239, 255];
  const [banner, dot] = [20, { x: 60, y: 90 }];
  const page = paint(120, 150, lines);
  const isDot = (x: number, y: number) => Math.abs(x - dot.x) < 4 && Math.abs(y - dot.y) < 4;
  const red = [255, 0, 0, 255];
  const below = paint(120, 150 + banner, (x, y) =>
    y < banner || isDot(x, y - banner) ? red : lines(x, y - banner),
  );
  const beside = paint(120 + banner, 150, (x, y) =>
    x < banner || isDot(x - banner, y) ? red : lines(x - banner, y),
  );
  for (const [shifted, field] of [
    [below, 'rows'],
    [beside, 'columns'],
  ] as const) {
    const forth = await explain(page, shifted);
    expect(forth[field]).toHaveLength(1);
    expect(forth.regions.map(({ kind }) => kind).sort()).toEqual(['added', 'changed']);
    const back = await explain(shifted, page);
    expect(back.regions.map(({ kind }) => kind).sort()).toEqual(['changed', 'removed']);
  }
});

test('severity follows area and contrast', async () => {
  const size = { width: 1000, height: 1000 };
  const page = await draw('', size);
  const severityOf = async (svg: string) =>
    (await explain(page, await draw(svg, size))).regions.map(({ severity }) => severity);
  expect(await severityOf(rect(100, 100, 9, 9, '#000'))).toEqual(['low']);
  expect(await severityOf(rect(100, 100, 20, 20, '#000'))).toEqual(['medium']);
  expect(await severityOf(rect(100, 100, 200, 200, '#000'))).toEqual(['high']);
  expect(await severityOf(rect(100, 100, 200, 200, '#fff0c8'))).toEqual(['low']);
});

const boxes = fc.array(
  fc.record({
    x: fc.nat(180),
    y: fc.nat(130),
    w: fc.integer({ min: 1, max: 20 }),
    h: fc.integer({ min: 1, max: 20 }),
    color: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 6 },
);
const palette = [
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [200, 30, 30, 128],
  [0, 0, 0, 0],
];

test('classes are of the regions that were found, and the smallest region decides only which are listed', async () => {
  const size = fc.record({ w: fc.integer({ min: 1, max: 200 }), h: fc.integer({ min: 1, max: 150 }) });
  const image = (
    { w, h }: { w: number; h: number },
    drawn: readonly Record<'x' | 'y' | 'w' | 'h' | 'color', number>[],
  ) => {
    const pixels = Array.from({ length: w * h }, () => 0);
    for (const box of drawn) {
      for (let y = box.y; y < Math.min(h, box.y + box.h); y++) {
        pixels.fill(box.color, y * w + Math.min(w, box.x), y * w + Math.min(w, box.x + box.w));
      }
    }
    return paint(w, h, (x, y) => palette[pixels[y * w + x] ?? 0] ?? []);
  };
  await fc.assert(
    fc.asyncProperty(
      size,
      fc.option(size, { nil: null }),
      boxes,
      boxes,
      fc.integer({ min: 0, max: 300 }),
      async (one, other, before, after, least) => {
        const files = [image(one, before), image(other ?? one, after)] as const;
        const all = await compare(...files, { explain: true });
        fc.pre(all.explanation !== null);
        const some = await compare(...files, { explain: true, minimumRegion: least });
        const { regions, ...rest } = all.explanation ?? { regions: [] };
        expect(some).toEqual({
          ...all,
          explanation: { ...rest, regions: regions.filter(({ diffPixels }) => diffPixels >= least) },
        });
        for (const { kind, severity } of regions) {
          expect(['added', 'removed', 'recolored', 'moved', 'text', 'changed']).toContain(kind);
          expect(['low', 'medium', 'high']).toContain(severity);
        }
        const back = (await compare(files[1], files[0], { explain: true })).explanation;
        const reverse = { added: 'removed', removed: 'added' } as Record<string, string>;
        if (rest.alignedMask === null && back?.alignedMask === null) {
          expect(back.regions.map(({ kind }) => reverse[kind] ?? kind)).toEqual(
            regions.map(({ kind }) => kind),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a minimum that is not a number of pixels is refused', async () => {
  const page = await draw('');
  for (const minimumRegion of [-1, Number.NaN]) {
    await expect(compare(page, page, { minimumRegion })).rejects.toThrow(/minimumRegion must be a number/);
  }
});
