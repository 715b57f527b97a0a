import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { paint } from '../../tests/buildPng.js';
import { runImageDiff } from '../../tests/runImageDiff.js';
import { compare } from '../compare.js';
import { drawDifference } from '../drawDifference.js';

const cwd = mkdtempSync(path.join(tmpdir(), 'image-diff-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const at = (name: string) => path.join(cwd, name);
const edge = (cover: number) => (x: number) =>
  [0, 1, 2].map(() => (x < 10 ? 0 : x === 10 ? cover : 255)).concat(255);
const before = paint(40, 30, () => [255, 255, 255, 255]);
const after = paint(40, 30, (x, y) => (x < 4 && y < 3 ? [0, 0, 0, 255] : [255, 255, 255, 255]));
writeFileSync(at('before.png'), before);
writeFileSync(at('after.png'), after);
writeFileSync(
  at('faint.png'),
  paint(40, 30, () => [245, 245, 245, 255]),
);
writeFileSync(
  at('soft.png'),
  paint(40, 30, (x) => edge(80)(x)),
);
writeFileSync(
  at('softer.png'),
  paint(40, 30, (x) => edge(160)(x)),
);
writeFileSync(
  at('taller.png'),
  paint(40, 60, () => [255, 255, 255, 255]),
);
writeFileSync(at('cut.png'), before.subarray(0, 60));
writeFileSync(at('notes.txt'), 'no image');
mkdirSync(at('folder'));

const run = (args: string, input?: Uint8Array) =>
  runImageDiff(args.split(' ').filter(Boolean), { cwd, ...(input && { input }) });

describe('verdict', () => {
  test('0 and one line for files that look the same', async () => {
    expect(await run('before.png before.png')).toEqual({
      code: 0,
      out: 'same: none of 1,200 pixels changed\n',
      error: '',
    });
  });

  test('1 and how much for files that do not', async () => {
    expect(await run('before.png after.png')).toMatchObject({ code: 1, error: '' });
    expect((await run('before.png after.png')).out).toContain(
      'different: 12 of 1,200 pixels changed (1.00 %)\n1 region:\n  4 × 3 at x=0 y=0: added\n',
    );
    expect((await run('before.png taller.png')).out).toContain('1,200 of 2,400 pixels changed (50.00 %)');
  });

  test('rows that were inserted are named, with what changed beside them', async () => {
    const row = (y: number) => (x: number) => [
      (x * y * 31 + y * 7) & 255,
      (x * 5 + y * y) & 255,
      (y * 53) & 255,
      255,
    ];
    writeFileSync(
      at('page.png'),
      paint(40, 90, (x, y) => row(y)(x)),
    );
    writeFileSync(
      at('pushed.png'),
      paint(40, 110, (x, y) => (y < 30 ? row(y)(x) : y < 50 ? [9, 9, 9, 255] : row(y - 20)(x))),
    );
    const { code, out } = await run('page.png pushed.png');
    expect(code).toBe(1);
    expect(out.split('\n').slice(1)).toEqual(['20 rows inserted at y=30', 'nothing changed beside that', '']);
  });

  test('--threshold and --no-anti-aliasing decide what counts, as in the library', async () => {
    expect(await run('before.png faint.png')).toMatchObject({ code: 0 });
    expect(await run('before.png faint.png --threshold 0.01')).toMatchObject({ code: 1 });
    expect(await run('before.png faint.png -t 0')).toMatchObject({ code: 1 });
    expect(await run('before.png after.png --threshold=1')).toMatchObject({ code: 0 });
    const counted = await compare(readFileSync(at('soft.png')), readFileSync(at('softer.png')), {
      antiAliasing: false,
    });
    const answer = JSON.parse((await run('soft.png softer.png --no-anti-aliasing --json')).out);
    expect(answer.diffPixels).toBe(counted.diffPixels);
    expect(answer.diffPixels).toBe(30);
  });

  test('either file may come from standard input', async () => {
    expect(await run('- after.png', before)).toMatchObject({ code: 1 });
    expect(await run('after.png -', after)).toMatchObject({ code: 0 });
  });

  test('--json prints what compare returns, but for images', async () => {
    const { code, out } = await run('before.png after.png --json');
    expect(code).toBe(1);
    expect(out).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(out)).toMatchObject({
      equal: false,
      diffPixels: 12,
      diffPercentage: 1,
      width: 40,
      height: 30,
      explanation: { regions: [{ x: 0, y: 0, width: 4, height: 3, diffPixels: 12 }], rows: [] },
    });
    expect(out.length).toBeLessThan(1000);
    expect(JSON.parse((await run('before.png before.png --json')).out)).toMatchObject({ equal: true });
  });

  test('--quiet prints nothing', async () => {
    expect(await run('before.png after.png --quiet')).toEqual({ code: 1, out: '', error: '' });
    expect(await run('before.png before.png -q')).toEqual({ code: 0, out: '', error: '' });
  });
});

describe('images', () => {
  test('-o writes what drawDifference draws of the second file', async () => {
    await run('before.png after.png -o image.png');
    const wanted = await drawDifference(after, await compare(before, after));
    expect(readFileSync(at('image.png')).equals(wanted)).toBe(true);
  });

  test('--mask writes the mask of the comparison', async () => {
    await run('before.png after.png --mask mask.png --output=both.png');
    expect(readFileSync(at('mask.png'))).toEqual(Buffer.from((await compare(before, after)).mask ?? []));
    expect(await sharp(at('both.png')).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test('files that look the same give images without a mark, over what was there', async () => {
    writeFileSync(at('old.png'), 'old');
    expect(await run('before.png before.png -o old.png -m clear.png')).toMatchObject({ code: 0 });
    expect(await sharp(at('old.png')).metadata()).toMatchObject({ width: 40, height: 30 });
    const clear = await sharp(at('clear.png')).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(clear.info).toMatchObject({ width: 40, height: 30 });
    expect(clear.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 0)).toBe(true);
  });
});

describe('errors end with 2, one line on standard error, and nothing on standard output', () => {
  test.each([
    ['', 'Name two PNG files, before and after, not 0; see image-diff --help'],
    ['before.png', 'Name two PNG files, before and after, not 1'],
    ['before.png after.png more.png', 'not 3'],
    ['- -', 'Only one of the two files can be -'],
    ['before.png none.png', 'none.png: there is no such file'],
    ['folder after.png', 'folder: is a folder'],
    ['before.png notes.txt', 'notes.txt: PNG: it is not a PNG file; save it again, or convert it'],
    ['cut.png after.png', 'cut.png: PNG: it is truncated'],
    ['cut.png cut.png', 'cut.png: PNG: it is truncated'],
    ['before.png -', 'Standard input is empty'],
    ['before.png after.png --threshold 7', '--threshold must be a number from 0 to 1, not 7'],
    ['before.png after.png --threshold=', '--threshold must be a number from 0 to 1, not empty'],
    ['before.png after.png --threshold few', 'not few'],
    ['before.png after.png -t -1', "'-t"],
    ['before.png after.png --thresold 1', "Unknown option '--thresold'; see image-diff --help"],
    ['before.png after.png --json --quiet', 'not both'],
    ['before.png after.png -o', "'-o, --output <value>' argument missing"],
    ['before.png after.png --output=', 'need a file name'],
    ['before.png after.png -o ./after.png', './after.png is one of the other files'],
    ['before.png after.png -o new.png -m new.png', 'new.png is one of the other files'],
    ['before.png after.png -o none/new.png', 'none/new.png: its folder does not exist: make it first'],
    ['before.png after.png -m folder', 'folder: is a folder'],
  ])('image-diff %s', async (args, message) => {
    const { code, out, error } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(/^image-diff: [^\n]+\n$/);
    expect(error).toContain(message);
  });

  test('a refused image on standard input is named so', async () => {
    expect((await run('- after.png', before.subarray(0, 50))).error).toContain(
      'standard input: PNG: it is trunc',
    );
  });
});

test('--help and --version', async () => {
  const { code, out, error } = await run('--help');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  for (const word of [
    '--output',
    '--mask',
    '--threshold',
    '--no-anti-aliasing',
    '--json',
    '--quiet',
    '--version',
  ]) {
    expect(out).toContain(word);
  }
  expect(out.split('\n').every((line) => line.length <= 100)).toBe(true);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await run('-v')).toEqual({ code: 0, out: `${version}\n`, error: '' });
});
