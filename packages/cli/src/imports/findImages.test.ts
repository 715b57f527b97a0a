import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../Context.js';
import { slotText } from '../output/slotText.js';
import { findBackstopImages } from './findBackstopImages.js';
import { findJestImages } from './findJestImages.js';
import { findLostPixelImages } from './findLostPixelImages.js';
import { findRegSuitImages } from './findRegSuitImages.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-import-tools-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

interface Found {
  name: string;
  viewport?: { width: number; height: number } | undefined;
  browser?: string | undefined;
  file: string;
}

/** What is found in a repository, as pairs of snapshot and file, and what is written beside. */
async function look(
  repository: string,
  find: (context: Context) => Promise<readonly Found[]>,
  env: Record<string, string> = {},
) {
  let stderr = '';
  const context = {
    cwd: join(folder, repository),
    env: { PATH: process.env.PATH, ...env },
    stderr: { write: (text: string) => (stderr += text) },
    signal: new AbortController().signal,
    note: () => {},
  } as unknown as Context;
  const images = await find(context);
  const found = images.map(({ name, viewport = null, browser = null, file }) => [
    slotText({ name, viewport, browser }),
    file,
  ]);
  return { found, stderr };
}

describe('jest-image-snapshot', () => {
  /** Answers as Jest does with `--json --outputFile`, if it is asked to run no test. */
  const jest = `const { realpathSync, writeFileSync } = require('node:fs');
const [, , code, ...args] = process.argv;
if (!args.includes('--testNamePattern')) throw new Error('this would run the tests');
const name = realpathSync('tests/home.test.js');
const assertionResults = [
  { ancestorTitles: ['a page'], title: 'is shown', fullName: '', status: 'pending' },
  { ancestorTitles: [], title: 'text only', fullName: '', status: 'pending' },
];
const file = args[args.indexOf('--outputFile') + 1];
if (code !== '7') writeFileSync(file, JSON.stringify({ testResults: [{ name, assertionResults }] }));
process.exitCode = code === '7' ? 0 : Number(code);
`;
  const images = 'tests/__image_snapshots__';
  beforeAll(() =>
    write({
      'jest/jest.cjs': jest,
      'jest/tests/home.test.js': '',
      [`jest/${images}/home-test-js-a-page-is-shown-1-snap.png`]: 'one',
      [`jest/${images}/home-test-js-a-page-is-shown-3-snap.png`]: 'two',
      [`jest/${images}/forms/Own name.png`]: 'own',
      [`jest/${images}/__diff_output__/home-test-js-a-page-is-shown-1-snap-diff.png`]: 'diff',
      'jest/shots/home-test-js-a-page-is-shown-1-snap.png': 'elsewhere',
      'empty/jest.cjs': jest,
      'empty/tests/home.test.js': '',
    }),
  );
  const line = (code: number) => [process.execPath, 'jest.cjs', String(code)];
  const name = 'tests/home.test.js > a page > is shown';

  test('names files after the tests that Jest lists, without running them', async () => {
    const { found, stderr } = await look('jest', (context) => findJestImages(line(0), {}, context));
    expect(found).toEqual([
      [`${name} > 1`, `${images}/home-test-js-a-page-is-shown-1-snap.png`],
      [`${name} > 2`, `${images}/home-test-js-a-page-is-shown-3-snap.png`],
    ]);
    expect(stderr).toMatch(
      /^1 file left out, .*--identifiers.*svc import folder.*:\n {2}\S+forms\/Own name\.png\n$/,
    );
  });

  test('takes identifiers as names, and the folder of customSnapshotsDir, if told to', async () => {
    const own = await look('jest', (context) => findJestImages(line(0), { identifiers: true }, context));
    expect(own.found).toContainEqual(['forms/Own name', `${images}/forms/Own name.png`]);
    expect(own.stderr).toBe('');
    const elsewhere = await look('jest', (context) =>
      findJestImages(line(0), { snapshotsDir: 'shots' }, context),
    );
    expect(elsewhere.found).toEqual([[`${name} > 1`, 'shots/home-test-js-a-page-is-shown-1-snap.png']]);
  });

  test.each([
    ['jest', { snapshotsDir: 'gone' }, 0, /the directory gone does not exist/],
    ['empty', {}, 0, /Jest lists 2 tests, but there are no images in __image_snapshots__ .*--snapshots-dir/],
    ['jest', {}, 1, /Jest ended with exit code 1 when it listed its tests: nothing was imported/],
    ['jest', {}, 7, /did not write the report of Jest .*has to start Jest itself/],
  ])('in %s with %j, an exit code of %s says what to do', async (repository, flags, code, message) => {
    const looking = look(repository, (context) => findJestImages(line(code), flags, context));
    await expect(looking).rejects.toThrow(message);
  });
});

describe('BackstopJS', () => {
  const configuration = {
    id: 'app',
    viewports: [{ label: 'phone', width: 320, height: 480 }],
    scenarios: [{ label: 'Home' }, { label: 'Cards', selectors: ['.a', '.b'] }],
  };
  const references = 'backstop_data/bitmaps_reference';
  beforeAll(() =>
    write({
      'backstop/backstop.json': `\ufeff${JSON.stringify(configuration)}`,
      [`backstop/${references}/app_Home_0_document_0_phone.png`]: 'home',
      [`backstop/${references}/app_Cards_0_a_0_phone.png`]: 'a',
      [`backstop/${references}/app_Gone_0_document_0_phone.png`]: 'gone',
      'backstop/own.cjs': `module.exports = { ...${JSON.stringify(configuration)}, paths: { bitmaps_reference: 'refs' } };`,
      'backstop/own.mjs': `export default { ...${JSON.stringify(configuration)}, id: 'other' };`,
      'backstop/refs/app_Home_0_document_0_phone.png': 'home',
      'backstop/broken.json': '{',
      'backstop/nothing.cjs': 'module.exports = { paths: { bitmaps_reference: "none" } };',
    }),
  );

  test('names files by scenario and viewport, and lists those of none', async () => {
    const { found, stderr } = await look('backstop', (context) => findBackstopImages(undefined, context));
    expect(found).toEqual([
      ['Home (320x480)', `${references}/app_Home_0_document_0_phone.png`],
      ['Cards > .a (320x480)', `${references}/app_Cards_0_a_0_phone.png`],
    ]);
    expect(stderr).toBe(
      `1 file left out, since no scenario of backstop.json has its name:\n  ${references}/app_Gone_0_document_0_phone.png\n`,
    );
  });

  test('a configuration may be a module and have a folder of its own', async () => {
    const { found } = await look('backstop', (context) => findBackstopImages('own.cjs', context));
    expect(found).toEqual([['Home (320x480)', 'refs/app_Home_0_document_0_phone.png']]);
  });

  test.each([
    ['gone.json', /no BackstopJS configuration here \(gone\.json\): .*--config/],
    ['broken.json', /broken\.json cannot be read: /],
    [
      'nothing.cjs',
      /no images in none, the reference folder of nothing\.cjs: take them with `npx backstop reference`/,
    ],
    ['own.mjs', /no image in .* has the name of a scenario of own\.mjs/],
  ])('%s says what to do', async (config, message) => {
    await expect(look('backstop', (context) => findBackstopImages(config, context))).rejects.toThrow(message);
  });
});

describe('Lost Pixel', () => {
  const story = { type: 'story', id: 'forms-button--primary', title: 'Forms/Button', name: 'Primary' };
  beforeAll(() =>
    write({
      'lost/lostpixel.config.ts': `import { CustomProjectConfig } from 'lost-pixel';
export const config: CustomProjectConfig = {
  // imagePathBaseline: 'old',
  imagePathBaseline: './shots/base/',
  storybookShots: { storybookUrl: './storybook-static' },
};
`,
      'lost/shots/base/forms-button--primary__[w640px].png': 'button',
      'lost/shots/base/landing.png': 'landing',
      'lost/storybook-static/index.json': JSON.stringify({ v: 5, entries: { [story.id]: story } }),
      'lost/computed.js': 'module.exports = { imagePathBaseline: process.env.SHOTS };',
      'lost/usual.js': 'module.exports = { pageShots: {} };',
    }),
  );

  test('names stories as svc stories-a, and other images by their file', async () => {
    const { found, stderr } = await look('lost', (context) => findLostPixelImages({}, context));
    expect(found).toEqual([
      ['Forms/Button/Primary__640 (640x720)', 'shots/base/forms-button--primary__[w640px].png'],
      ['landing', 'shots/base/landing.png'],
    ]);
    expect(stderr).toBe('');
  });

  test('without an index, images have the names of their files', async () => {
    const { found, stderr } = await look('lost', (context) =>
      findLostPixelImages({ config: 'computed.js', baseline: 'shots/base' }, context),
    );
    expect(found.map(([name]) => name)).toEqual(['forms-button--primary__[w640px]', 'landing']);
    expect(stderr).toContain('--storybook <dir> names a build of Storybook');
    const bare = await look('lost/shots', (context) => findLostPixelImages({ baseline: 'base' }, context));
    expect(bare.found).toHaveLength(2);
  });

  test.each([
    [
      { config: 'computed.js' },
      /imagePathBaseline in computed\.js is not a plain string: pass it with --baseline/,
    ],
    [{ config: 'usual.js' }, /no images in \.lostpixel\/baseline: name their folder with --baseline/],
    [{ config: 'gone.ts' }, /no Lost Pixel configuration here \(gone\.ts\)/],
    [{ storybook: 'shots' }, /shots is not a Storybook build/],
  ])('%j says what to do', async (flags, message) => {
    await expect(look('lost', (context) => findLostPixelImages(flags, context))).rejects.toThrow(message);
  });
});

describe('reg-suit', () => {
  // A variable, as reg-suit writes it.
  const core = { workingDir: '.reg', actualDir: ['$', '{SHOTS}/now'].join('') };
  beforeAll(() =>
    write({
      'reg/package.json': '{}',
      'reg/regconfig.json': JSON.stringify({ core }),
      'reg/.reg/expected/forms/button.png': 'button',
      'reg/shots/now/home.png': 'home',
      'reg/sub/notes.txt': '',
      'reg/other.json': JSON.stringify({ core: { ...core, workingDir: 'none' } }),
      'bare/package.json': '{}',
    }),
  );

  test('names the expected images by their path, from below the package as well', async () => {
    const { found } = await look('reg/sub', (context) => findRegSuitImages({}, context));
    expect(found).toEqual([['forms/button', '../.reg/expected/forms/button.png']]);
  });

  test('takes the images of actualDir if told to', async () => {
    const find = (context: Context) => findRegSuitImages({ actual: true }, context);
    expect((await look('reg', find, { SHOTS: 'shots' })).found).toEqual([['home', 'shots/now/home.png']]);
    await expect(look('reg', find, { SHOTS: 'gone' })).rejects.toThrow(
      'no images in gone/now, the actualDir of regconfig.json: run the tests that take them',
    );
  });

  test.each([
    ['bare', {}, /no reg-suit configuration here \(regconfig\.json\)/],
    ['reg', { config: 'other.json' }, /no images in none\/expected: `npx reg-suit sync-expected` .*--actual/],
  ])('in %s, %j says what to do', async (repository, flags, message) => {
    await expect(look(repository, (context) => findRegSuitImages(flags, context))).rejects.toThrow(message);
  });
});
