import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import { compare, ImageError } from '@svc/image-diff';
import { Pool } from '@svc/image-diff/pool';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { afterEach, describe, expect, test } from 'vitest';
import { chunk, header, paint, signature } from '../../tests/buildPng.js';
import { compareInputs } from '../bands/compareInputs.js';
import { compareIn } from '../compare.js';
import { type Settings, settingsOf } from '../comparison/settings.js';
import { decodeFile } from '../decode.js';
import { Engine, withEngine } from '../engine.js';
import { readPng } from '../readPng.js';
import { endings, fields, type SharedRows, slots } from './SharedRows.js';
import { writeRows } from './writeRows.js';

type Files = readonly [Uint8Array, Uint8Array];

function noise(width: number, height: number, seed: number, format: 0 | 2 | 4 | 6): Buffer {
  const png = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    const look = Math.imul(i + seed * (i % 7 === 0 ? 1 : 0), 0x9e37_79b1) >>> 24;
    png.data.set([look, look, look, i % 11 === 0 ? 90 : 255], i * 4);
  }
  return PNG.sync.write(png, { colorType: format, inputHasAlpha: true });
}

/** Rows for a ring that holds all of them, so that one thread can write them before it reads them. */
function write(png: Uint8Array, band: number): SharedRows {
  const { width, height } = PNG.sync.read(Buffer.from(png));
  const shared = {
    control: new SharedArrayBuffer(12),
    ring: new SharedArrayBuffer(slots * band * width * 4),
    band,
  };
  if (height > slots * band) throw new Error('the ring is too small for a test in one thread');
  writeRows(new Engine(), png, shared);
  return shared;
}

const shareIn = (files: Files, settings: Settings, band: number, shared: SharedRows) =>
  withEngine((engine) => {
    const inputs = [readPng(engine, files[0]), readPng(engine, files[1])] as const;
    return compareInputs(engine, inputs, settings, { band, window: 32, note: 1 }, shared);
  });

const whole = (files: Files, settings: Settings) =>
  withEngine((engine) => {
    const [a, b] = files.map((file) => decodeFile(engine, readPng(engine, file)));
    if (!a || !b) throw new Error('there are two files');
    return compareIn(engine, [a, b], settings);
  });

const edge = fc.integer({ min: -3, max: 60 });
const boxes = fc.array(fc.record({ x: edge, y: edge, width: edge, height: edge }), { maxLength: 3 });

test('a comparison that two threads share is that of one, even if one of them stops at any band', async () => {
  const side = fc.integer({ min: 1, max: 60 });
  const size = fc.record({ width: side, height: side, seed: fc.nat(9), format: fc.constantFrom(0, 2, 4, 6) });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(size, size),
      fc.record({
        explain: fc.boolean(),
        antiAliasing: fc.boolean(),
        similarity: fc.boolean(),
        ignore: fc.record({ before: boxes, after: boxes }),
      }),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 8, max: 20 }),
      fc.option(fc.nat(8)),
      async (sizes, options, band, sharedBand, lastBand) => {
        const files = sizes.map(({ width, height, seed, format }) =>
          noise(width, height, seed, format as 0 | 2 | 4 | 6),
        ) as [Buffer, Buffer];
        const settings = settingsOf(options);
        const shared = write(files[1], sharedBand);
        const control = new Int32Array(shared.control);
        if (lastBand !== null && lastBand < (control[fields.written] ?? 0)) {
          control[fields.written] = lastBand;
          control[fields.ending] = endings.failed;
        }
        expect(await shareIn(files, settings, band, shared)).toEqual(await whole(files, settings));
      },
    ),
    { numRuns: 200 },
  );
});

describe('a pool', () => {
  const pools: Pool[] = [];
  const open = (...options: ConstructorParameters<typeof Pool>) => {
    const pool = new Pool(...options);
    pools.push(pool);
    return pool;
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  // More bands than the ring holds.
  const [width, height] = [1200, 1500];
  const page = (level: number) =>
    paint(width, height, (x, y) => [(x * y) & 255, y & 255, x > 900 && y > 1200 ? level : 9, 255]);
  const files = [page(0), page(200)] as const;
  /** A sound file but for its image data, which ends too early. */
  const cutOff = (rows: number) => {
    const layout = { width, height, colorType: 2 };
    const lines = Buffer.alloc((width * 3 + 1) * rows, 1).map((one, i) =>
      i % (width * 3 + 1) === 0 ? 0 : one,
    );
    return Buffer.concat([signature, header(layout), chunk('IDAT', deflateSync(lines)), chunk('IEND')]);
  };

  test.each([1, 2, 3])('of %i threads answers alike', async (workers) => {
    const pool = open({ workers, sharePixels: 1 });
    const wanted = await compare(...files);
    expect(wanted.equal).toBe(false);
    const answers = await Promise.all([1, 2, 3].map(() => pool.compare(...files)));
    for (const answer of answers) expect(answer).toEqual(wanted);
  });

  test('refuses damaged files as one thread does', async () => {
    const pool = open({ workers: 2, sharePixels: 1 });
    for (const [a, b] of [
      [files[0], cutOff(1400)],
      [files[0], cutOff(1)],
      [files[0], cutOff(1501)],
      [cutOff(1400), files[1]],
      [files[0], files[1].subarray(0, files[1].length - 500)],
    ] as const) {
      const wanted = await compare(a, b).catch((error: unknown) => error);
      expect(wanted).toBeInstanceOf(ImageError);
      await expect(pool.compare(a, b)).rejects.toThrow((wanted as ImageError).message);
    }
    expect(await pool.compare(...files)).toMatchObject({ equal: false });
  });

  test('that gives a shared comparison up has all threads for the next ones', async () => {
    const pool = open({ workers: 2, sharePixels: 1 });
    for (let i = 0; i < 3; i++) {
      const controller = new AbortController();
      const given = pool.compare(...files, { signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(given).rejects.toThrow('enough');
    }
    const answers = await Promise.all([
      pool.compare(...files),
      pool.inspect(files[0]),
      pool.compare(...files),
    ]);
    expect(answers).toMatchObject([{ equal: false }, { width }, { equal: false }]);
  });

  const scriptOf = (name: string) => new URL(`../../tests/${name}.mjs`, import.meta.url).href;

  test('goes on where the thread that decodes for another one ends', async () => {
    const pool = open({ workers: 2, sharePixels: 1, script: scriptOf('endingHelper') });
    const wanted = await compare(...files);
    for (let i = 0; i < 2; i++) expect(await pool.compare(...files)).toEqual(wanted);
  });

  test('lets threads share only large images, and while no job waits', async () => {
    const options = { script: scriptOf('tellingWorker'), sharePixels: width * height };
    const small = paint(width - 1, height, () => [0, 0, 0, 255]);
    const shares = async (...jobs: (readonly [Uint8Array, Uint8Array])[]) => {
      const pool = open({ workers: 2, ...options });
      const answers = await Promise.all(jobs.map((job) => pool.compare(...job)));
      return answers.map((answer) => (answer as unknown as { isShared: boolean }).isShared);
    };
    expect(await shares(files)).toEqual([true]);
    expect(await shares([files[0], small])).toEqual([false]);
    expect(await shares([small, files[0]])).toEqual([false]);
    // The first two take both threads, the third one finds the fourth one waiting.
    const busy = await shares([small, small], [small, small], files, files);
    expect(busy.slice(0, 3)).toEqual([false, false, false]);
    const alone = open({ workers: 1, ...options });
    expect(await alone.compare(...files)).toEqual({ isShared: false });
  });

  test('explains what two threads compared as one does', async () => {
    const [columns, rows] = [700, 30_100];
    const looks = Array.from({ length: 256 }, (_, look) =>
      Buffer.from([
        0,
        ...Array.from({ length: columns * 3 }, (_, i) => (Math.imul((i >> 6) + 9, look + 7) * 13) & 255),
      ]),
    );
    const line = (y: number) => {
      const bytes = Buffer.from(looks[y & 255] ?? []);
      bytes.writeUInt16LE(y, 1);
      return bytes;
    };
    const fileOf = (banner: number) => {
      const all = Array.from({ length: rows }, (_, y) =>
        y < banner ? Buffer.alloc(columns * 3 + 1) : line(y - banner),
      );
      const layout = { width: columns, height: rows, colorType: 2 };
      const data = deflateSync(Buffer.concat(all), { level: 1 });
      return Buffer.concat([signature, header(layout), chunk('IDAT', data), chunk('IEND')]);
    };
    const pages = [fileOf(0), fileOf(20)] as const;
    const pool = open({ workers: 2 });
    const compared = await pool.compare(...pages, { explain: true });
    expect(compared.explanation?.rows[0]).toMatchObject({ kind: 'inserted', height: 20 });
    expect(compared).toEqual(await compare(...pages, { explain: true }));
  });
});
