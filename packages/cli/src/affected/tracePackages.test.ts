import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSurroundings } from './readSurroundings.js';
import { isOfPackages, tracePackages } from './tracePackages.js';
import type { TracedBuild } from './traceStories.js';

let root: string;
let base: string;
const at = (path: string) => join(root, path);
function write(path: string, content: unknown): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
}
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const sources = {
  'src/Card.ts': "import { format } from 'dates/format'; import './card.css';",
  'src/card.css': '@import "~reset/all.css"; a { background: url(@icons/set/plus.svg) }',
  'src/Button.ts': "import deep from 'transitive';",
};
const versions = {
  dates: '1.0.0',
  reset: '1.0.0',
  '@icons/set': '1.0.0',
  transitive: '1.0.0',
  vite: '8.0.0',
  eslint: '9.0.0',
  theme: '1.0.0',
  mystery: '1.0.0',
  minify: '1.0.0',
  '@rollup/plugin-json': '1.0.0',
  '@acme/prettier-config': '1.0.0',
  '@types/dates': '1.0.0',
};
const uses: Record<string, Record<string, string>> = {
  dates: { transitive: '1', '@types/dates': '1' },
  theme: { colors: '1' },
};
const undeclared = new Set(['transitive', 'colors', '@types/dates']);

const lockOf = (given: Record<string, string>) => ({
  lockfileVersion: 3,
  packages: Object.fromEntries(
    Object.entries({ ...versions, colors: '1.0.0', ...given }).map(([name, version]) => [
      `node_modules/${name}`,
      { version, dependencies: uses[name] },
    ]),
  ),
});
const manifest = (fields: object = {}) => ({
  name: 'book',
  dependencies: Object.fromEntries(
    Object.keys(versions)
      .filter((name) => !undeclared.has(name))
      .map((name) => [name, '*']),
  ),
  ...fields,
});

/** Sources of one test. */
const extra: Record<string, string> = {};
const build = (): TracedBuild => ({
  importers: new Map(Object.keys({ ...sources, ...extra }).map((file) => [at(file), new Set(['list'])])),
  storyFiles: new Map(),
  docsFiles: new Set(),
  sources: new Map(Object.entries({ ...sources, ...extra }).map(([file, text]) => [at(file), text])),
  configFolder: at('.storybook'),
  hasStaticFiles: false,
  unclear: null,
  show: (path) => path.slice(root.length + 1),
});

/** What a change of these files affects: `file: what`, or why everything. */
async function trace(...files: string[]): Promise<string | string[]> {
  const around = await readSurroundings(build(), root, root, at('dist'));
  const answer = await tracePackages(around, base, files.map(at));
  if ('all' in answer) return answer.all;
  return answer.map(({ path, what }) => `${path.slice(root.length + 1)}: ${what}`).sort();
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-packages-')));
  git('init', '-b', 'main');
  for (const [file, text] of Object.entries(sources)) write(file, text);
  write('.storybook/main.ts', "export default { addons: ['theme/addon'] };");
  write('rollup.config.mjs', "import minify from 'minify'; import json from '@rollup/plugin-json';");
  write('package.json', manifest());
  write('package-lock.json', lockOf({}));
  git('add', '.');
  git('commit', '-m', 'base');
  base = git('rev-parse', 'HEAD');
});
afterEach(() => {
  for (const file of Object.keys(extra)) delete extra[file];
  rmSync(root, { recursive: true });
});

describe('a lock file that changed affects', () => {
  test.each<[string, Record<string, string>, string | RegExp | string[]]>([
    [
      'the files that name the package',
      { dates: '1.1.0' },
      ['src/Card.ts: "dates" changed from 1.0.0 to 1.1.0'],
    ],
    ['style sheets', { reset: '2.0.0' }, ['src/card.css: "reset" changed from 1.0.0 to 2.0.0']],
    [
      'addresses in style sheets',
      { '@icons/set': '2.0.0' },
      ['src/card.css: "@icons/set" changed from 1.0.0 to 2.0.0'],
    ],
    [
      'what imports it without declaring it, and what uses it',
      { transitive: '1.1.0' },
      [
        'src/Button.ts: "transitive" changed from 1.0.0 to 1.1.0',
        'src/Card.ts: "dates" uses "transitive", which changed to 1.1.0',
      ],
    ],
    ['nothing for a linter', { eslint: '10.0.0' }, []],
    ['nothing for types', { '@types/dates': '2.0.0' }, []],
    ['nothing for settings of a formatter', { '@acme/prettier-config': '2.0.0' }, []],
    ['nothing for what another bundler uses', { minify: '2.0.0', '@rollup/plugin-json': '2.0.0' }, []],
    ['nothing without a change', {}, []],
    ['everything for a bundler', { vite: '8.1.0' }, /^"vite" changed from 8.0.0 to 8.1.0, which takes part/],
    ['everything for an addon', { theme: '2.0.0' }, /^"theme" changed .*, which \.storybook\/main\.ts names/],
    [
      'everything for what an addon uses',
      { colors: '2.0.0' },
      /^"theme" uses "colors", which changed to 2.0.0, which/,
    ],
    [
      'everything for what nobody names',
      { mystery: '2.0.0' },
      /^"mystery" changed .*nothing shows what uses it/,
    ],
  ])('%s', async (_, given, expected) => {
    write('package-lock.json', lockOf(given));
    const answer = await trace('package-lock.json');
    if (expected instanceof RegExp) expect(answer).toMatch(expected);
    else expect(answer).toEqual(expected);
  });

  test.each([
    ['the configuration names', () => write('.storybook/main.ts', "export * from '../rollup.config.mjs'")],
    ['builds what sources import', () => write('.gitignore', 'src/Button.ts')],
  ])('everything for what another bundler uses, which %s', async (_, spoil) => {
    spoil();
    git('rm', '-q', '--cached', 'src/Button.ts');
    write('package-lock.json', lockOf({ minify: '2.0.0' }));
    expect(await trace('package-lock.json')).toMatch(
      /^"minify" changed from 1\.0\.0 to 2\.0\.0, (?:which|and)/,
    );
  });

  test('everything where it cannot be read, and that is said', async () => {
    write('package-lock.json', '<<<<<<< HEAD');
    expect(await trace('package-lock.json')).toMatch(/^package-lock\.json cannot be read: /);
    write('package-lock.json', lockOf({}));
    write('yarn.lock', '# yarn lockfile v1\n');
    expect(await trace('package-lock.json')).toMatch(
      /yarn\.lock .*not the lock file|may say different things/,
    );
    rmSync(at('package-lock.json'));
    expect(await trace('yarn.lock')).toBe('yarn.lock is new');
    rmSync(at('yarn.lock'));
    expect(await trace('package.json')).toMatch(/no lock file says what is installed$/);
  });

  test('nothing where it is of something else', async () => {
    write('e2e/package.json', { name: 'e2e' });
    write('e2e/package-lock.json', lockOf({}));
    expect(await trace('e2e/package.json', 'e2e/package-lock.json')).toEqual([]);
  });
});

describe('a package counts as used', () => {
  test.each([
    ['as the source of JSX in a comment', 'src/Tile.tsx', '/** @jsxImportSource dates */\n<a css={{}} />'],
    ['with a loader of webpack', 'src/Tile.tsx', "import text from '!!raw-loader!dates/all.txt';"],
    ['with a query', 'src/Tile.tsx', "import text from 'dates?raw';"],
    ['by an address of Sass', 'src/tile.scss', "@use 'pkg:dates';"],
  ])('%s', async (_, file, text) => {
    Object.assign(extra, { [file]: text });
    write('package-lock.json', lockOf({ dates: '1.1.0' }));
    expect(await trace('package-lock.json')).toEqual([
      'src/Card.ts: "dates" changed from 1.0.0 to 1.1.0',
      `${file}: "dates" changed from 1.0.0 to 1.1.0`,
    ]);
  });

  test.each(['tsconfig.json', 'parts/tsconfig.app.json'])(
    'by everything if it is the source of JSX in %s',
    async (file) => {
      Object.assign(extra, { 'parts/Tile.tsx': '<a css={{}} />' });
      write('parts/package.json', {});
      write(file, '{ "compilerOptions": { "jsxImportSource": "dates" }, }');
      write('package-lock.json', lockOf({ dates: '1.1.0' }));
      expect(await trace('package-lock.json')).toBe(
        `"dates" changed from 1.0.0 to 1.1.0, which ${file} names`,
      );
    },
  );
});

describe('a package.json that changed affects', () => {
  test.each<[string, object, string | RegExp | string[]]>([
    [
      'nothing by its version and tests',
      { version: '2.0.0', scripts: { test: 'vitest', 'lint:css': 'x' } },
      [],
    ],
    ['everything by its scripts', { scripts: { build: 'x' } }, 'script "build" of package.json changed'],
    [
      'everything by a script of another name that builds stories',
      { scripts: { test: 'vitest', visual: 'THEME=dark storybook build --stats-json && svc stories-a x' } },
      'script "visual" of package.json changed',
    ],
    [
      'everything by the browsers it names',
      { browserslist: ['ie 11'] },
      '"browserslist" of package.json changed',
    ],
    [
      'the files that name a package that it drops',
      { dependencies: { ...manifest().dependencies, dates: undefined } },
      ['src/Card.ts: "dates" was removed'],
    ],
    [
      'everything by a package that is not in the lock file',
      { devDependencies: { unlocked: '1' } },
      /^"unlocked" changed from none to 1, and nothing shows/,
    ],
  ])('%s', async (_, fields, expected) => {
    write('package.json', manifest(fields));
    const answer = await trace('package.json');
    if (expected instanceof RegExp) expect(answer).toMatch(expected);
    else expect(answer).toEqual(expected);
  });

  test('nothing where a package of the repository has another version', async () => {
    write('tool/package.json', { name: 'tool', version: '1.0.0' });
    git('add', '.');
    git('commit', '-m', 'a tool');
    base = git('rev-parse', 'HEAD');
    write('package.json', manifest({ devDependencies: { tool: '^1.0.1' } }));
    expect(await trace('package.json')).toEqual([]);
  });
});

test('a package that is linked to a folder now was not removed', async () => {
  const { 'node_modules/dates': _, ...packages } = lockOf({}).packages;
  write('package-lock.json', { lockfileVersion: 3, packages });
  write('package.json', manifest({ dependencies: { ...manifest().dependencies, dates: 'link:./dates' } }));
  expect(await trace('package.json', 'package-lock.json')).toContain(
    'src/Card.ts: "dates" changed from * to link:./dates',
  );
});

test.each([
  ['vite.config.ts', "import pkg from './package.json'; export default { define: { v: pkg.version } };"],
  ['.env', 'VITE_VERSION=$npm_package_version'],
])('a version that %s uses affects everything', async (file, text) => {
  write('package.json', manifest({ version: '2.0.0' }));
  expect(await trace('package.json')).toEqual([]);
  write(file, text);
  expect(await trace('package.json')).toBe('"version" of package.json changed');
});

test('settings of a package manager affect nothing if the lock file has their effect', async () => {
  write('pnpm-workspace.yaml', 'packages: [a]\ncatalog:\n  dates: ^1\nnodeLinker: isolated\n');
  write('.yarnrc.yml', 'yarnPath: a.cjs\n');
  git('add', '.');
  git('commit', '-m', 'settings');
  base = git('rev-parse', 'HEAD');
  write('pnpm-workspace.yaml', 'packages: [a, b]\ncatalog:\n  dates: ^2\nnodeLinker: isolated\n');
  write('.yarnrc.yml', 'yarnPath: b.cjs\n');
  const files = ['.yarn/cache/dates-npm-2.0.0.zip', '.yarn/releases/yarn-4.js', '.pnp.cjs'];
  expect(files.every((file) => isOfPackages(at(file)))).toBe(true);
  expect(await trace('pnpm-workspace.yaml', '.yarnrc.yml', ...files)).toEqual([]);
  write('pnpm-workspace.yaml', 'nodeLinker: hoisted\n');
  expect(await trace('pnpm-workspace.yaml')).toBe('"nodeLinker" of pnpm-workspace.yaml changed');
});

test('a package that the build may use affects nothing by a release of it', async () => {
  write('tools/package.json', { name: 'tools', version: '1.0.0' });
  write('.storybook/main.ts', "import 'tools/x';");
  git('add', '.');
  git('commit', '-m', 'tools');
  base = git('rev-parse', 'HEAD');
  write('tools/package.json', { name: 'tools', version: '1.0.1' });
  expect(await trace('tools/package.json')).toEqual([]);
  write('tools/package.json', { name: 'tools', version: '1.0.1', exports: './x.js' });
  expect(await trace('tools/package.json')).toBe('"exports" of tools/package.json changed');
});

test('a patch affects what uses the package', async () => {
  write('patches/transitive+1.0.0.patch', 'x');
  expect(await trace('patches/transitive+1.0.0.patch')).toHaveLength(2);
  write('patches/what.patch', 'x');
  expect(await trace('patches/what.patch')).toMatch(/^what\.patch changed, and it is not clear/);
});
