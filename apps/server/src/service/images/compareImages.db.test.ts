import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { ComparisonRow } from '../../store/images/comparisons.js';
import { findKnownImage } from '../../store/images/images.js';
import { findProject } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';
import { compareImages } from './compareImages.js';
import { looksSame } from './looksSame.js';
import { openComparisonImage, openImage } from './openImage.js';
import { storeImage } from './storeImage.js';

let service: TestService;
let projectId: string;
beforeAll(async () => {
  service = await startTestService();
  projectId = (await findProject(service.resources.database, 'acme/web'))?.id ?? '';
});
afterAll(() => service.stop());

/** A grey image of 80 × 60 pixels with a red box in it. */
function boxed(box: { x: number; y: number; width: number; height: number }): Buffer {
  const isInside = (x: number, y: number) =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  return image((x, y) => (isInside(x, y) ? 255 : [128, 128, 128]), { width: 80, height: 60 });
}

const keep = (box: Parameters<typeof boxed>[0]) => keepBytes(boxed(box));

async function keepBytes(png: Buffer) {
  const { hash, pixelHash } = await storeImage(service.resources, projectId, png);
  return { hash, pixels: pixelHash };
}

const options = { threshold: 0.063, antiAliasing: true, ignored: { base: [], head: [] } };

/** Resources that count how often images are decoded and compared. */
function counting(): { resources: Resources; decoded: () => number } {
  let decoded = 0;
  const compare: Resources['compare'] = (...given) => {
    decoded++;
    return service.resources.compare(...given);
  };
  return { resources: { ...service.resources, compare }, decoded: () => decoded };
}

/** Compares images that are there. */
async function compareKept(...given: Parameters<typeof compareImages>): Promise<ComparisonRow> {
  const comparison = await compareImages(...given);
  if (!comparison) throw new Error('images that are kept were not compared');
  return comparison;
}

test('a changed pair is explained, and never decoded again with the same settings', async () => {
  const { resources, decoded } = counting();
  const sides = {
    base: await keep({ x: 0, y: 0, width: 0, height: 0 }),
    head: await keep({ x: 10, y: 20, width: 30, height: 5 }),
  };
  const first = await compareKept(resources, projectId, sides, options);
  const box = { x: 10, y: 20, width: 30, height: 5 };
  expect(first).toMatchObject({
    regions: [{ ...box, diffPixels: 150, kind: 'added', severity: 'high', base: box }],
    rowChanges: [],
    columnChanges: [],
    moves: [],
    alignedMaskHash: null,
  });
  expect(first).toMatchObject({ baseWidth: 80, baseHeight: 60, headWidth: 80, headHeight: 60 });
  expect(first.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  // All blocks without the box are equal.
  expect(first.similarity).toBeGreaterThan(1 - (2 * 40 * 16) / (80 * 60));
  expect(first.similarity).toBeLessThan(1);
  const again = await compareKept(resources, projectId, sides, options);
  expect(again).toEqual(first);
  expect(decoded()).toBe(1);
  await compareKept(resources, projectId, sides, { ...options, threshold: 0.2 });
  await compareKept(resources, projectId, sides, { ...options, antiAliasing: false });
  expect(decoded()).toBe(3);
});

test('the thumbnail and the mask are images of the project', async () => {
  const sides = {
    base: await keep({ x: 0, y: 0, width: 0, height: 0 }),
    head: await keep({ x: 40, y: 2, width: 8, height: 8 }),
  };
  const { maskHash: mask, thumbnailHash: thumbnail } = await compareKept(
    service.resources,
    projectId,
    sides,
    options,
  );
  const token = service.resources.links.imageToken(projectId);
  for (const hash of [mask, thumbnail]) {
    const { read } = await openImage(service.resources, { hash: hash ?? '', token });
    expect(PNG.sync.read(await read()).width).toBeGreaterThan(0);
  }
});

test('a mask that is uploaded as a snapshot is known by its pixels from then on', async () => {
  const { resources } = service;
  const sides = {
    base: await keep({ x: 0, y: 0, width: 0, height: 0 }),
    head: await keep({ x: 12, y: 6, width: 8, height: 8 }),
  };
  const { maskHash } = await compareKept(resources, projectId, sides, options);
  if (!maskHash) throw new Error('the comparison made no mask');
  expect(await findKnownImage(resources.database, projectId, maskHash)).toBeUndefined();
  const { pixelHash } = await storeImage(resources, projectId, await resources.blobs.get(maskHash));
  expect(await findKnownImage(resources.database, projectId, maskHash)).toMatchObject({ pixelHash });
});

test('where rows shifted, the mask of the other changes is an image too', async () => {
  const lines = (shift: number) =>
    image((x, y) => (y < shift ? 255 : ((y - shift) * 37 + (x * y - x * shift) * 11) % 200), {
      width: 60,
      height: 80 + shift,
    });
  const sides = { base: await keepBytes(lines(0)), head: await keepBytes(lines(12)) };
  const { resources, decoded } = counting();
  const made = await compareKept(resources, projectId, sides, options);
  expect(made.rowChanges).toMatchObject([{ kind: 'inserted', y: 0, height: 12 }]);
  const token = resources.links.imageToken(projectId);
  const { read } = await openComparisonImage(resources, { id: made.id, image: 'aligned-mask', token });
  const mask = PNG.sync.read(await read());
  expect([mask.width, mask.height]).toEqual([60, 92]);
  expect(mask.data.every((_, at) => at % 4 !== 3 || mask.data[at] === 0)).toBe(true);

  // As an older service left it: compared again, then kept.
  await resources.database.updateTable('comparisons').set({ alignedMaskHash: null }).execute();
  await compareKept(resources, projectId, sides, options);
  await compareKept(resources, projectId, sides, options);
  expect(decoded()).toBe(2);
});

test('columns that shifted are remembered, with the regions and the mask beside them', async () => {
  const stripes = (shift: number) =>
    image((x, y) => (x < shift ? 255 : ((x - shift) * 37 + (x - shift) * y * 11) % 200), {
      width: 80 + shift,
      height: 60,
    });
  const sides = { base: await keepBytes(stripes(0)), head: await keepBytes(stripes(12)) };
  const { resources, decoded } = counting();
  const made = await compareKept(resources, projectId, sides, options);
  expect(made).toMatchObject({
    rowChanges: [],
    columnChanges: [{ kind: 'inserted', x: 0, baseX: 0, width: 12 }],
    moves: [],
    regions: [{ x: 0, y: 0, width: 12, height: 60, kind: 'added', base: null }],
  });
  const token = resources.links.imageToken(projectId);
  const { read } = await openComparisonImage(resources, { id: made.id, image: 'aligned-mask', token });
  expect(PNG.sync.read(await read()).width).toBe(92);

  // As an older service left it: compared again, then kept.
  await resources.database
    .updateTable('comparisons')
    .set({ columnChanges: null, moves: null, alignedMaskHash: null })
    .execute();
  await compareKept(resources, projectId, sides, options);
  expect(await compareKept(resources, projectId, sides, options)).toMatchObject({ moves: [] });
  expect(decoded()).toBe(2);
});

test('blocks that moved are remembered', async () => {
  const noise = (x: number, y: number) => (x * 73 + y * 151 + x * y * 31) % 200;
  const page = (left: number, top: number) =>
    image(
      (x, y) => {
        const isInside = x >= left && x < left + 20 && y >= top && y < top + 12;
        return isInside ? [noise(x - left, y - top), 0, 90] : [250, 250, 250];
      },
      { width: 80, height: 60 },
    );
  const sides = { base: await keepBytes(page(2, 3)), head: await keepBytes(page(50, 40)) };
  const made = await compareKept(service.resources, projectId, sides, { ...options, antiAliasing: false });
  expect(made.moves).toEqual([
    { from: { x: 2, y: 3, width: 20, height: 12 }, to: { x: 50, y: 40, width: 20, height: 12 } },
  ]);
  expect(made.alignedMaskHash).not.toBeNull();
});

test('ignored regions are part of what is remembered', async () => {
  const { resources, decoded } = counting();
  const box = { x: 50, y: 20, width: 10, height: 10 };
  const sides = { base: await keep({ x: 0, y: 0, width: 0, height: 0 }), head: await keep(box) };
  const under = (ignored: typeof options.ignored | { base: [typeof box]; head: [] }) =>
    compareKept(resources, projectId, sides, { ...options, ignored });
  for (let round = 0; round < 2; round++) {
    expect((await under({ base: [], head: [] })).maskHash).not.toBeNull();
    expect((await under({ base: [box], head: [] })).maskHash).toBeNull();
  }
  expect(decoded()).toBe(2);
  await compareKept(resources, projectId, sides, {
    ...options,
    ignored: { base: [], head: [{ ...box, width: 9 }] },
  });
  expect(decoded()).toBe(3);
});

test('a difference below the threshold is remembered as none', async () => {
  const { resources, decoded } = counting();
  const sides = {
    base: await keep({ x: 0, y: 0, width: 0, height: 0 }),
    head: await keep({ x: 3, y: 3, width: 9, height: 9 }),
  };
  for (let round = 0; round < 2; round++) {
    const { maskHash, diffPercentage, fingerprint } = await compareKept(resources, projectId, sides, {
      ...options,
      threshold: 1,
    });
    expect({ maskHash, diffPercentage, fingerprint }).toEqual({
      maskHash: null,
      diffPercentage: 0,
      fingerprint: null,
    });
  }
  expect(decoded()).toBe(1);
});

test('images of sizes that are too unlike for one canvas differ, nobody knows by how much', async () => {
  const wide = image(1, { width: 16_001, height: 1 });
  const high = image(1, { width: 1, height: 16_001 });
  const sides = { base: await keepBytes(wide), head: await keepBytes(high) };
  expect(await compareImages(service.resources, projectId, sides, options)).toBeNull();
  expect(await looksSame(service.resources.compare, wide, high, [])).toBe(false);
});
