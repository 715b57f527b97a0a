import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Importers } from '../readModuleGraph.js';
import { addReferences } from './addReferences.js';

let root: string;
const at = (path: string) => join(root, path);
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-references-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * The files that use each file, after a bundler has told what it knows.
 * @param files what is in each; those that the graph has begin with `*`
 * @param known imports that it has, as `used < user`
 */
function complete(files: Record<string, string>, known: string[] = []): Record<string, string[]> {
  const importers: Importers = new Map();
  const sources = new Map<string, string>();
  for (const [name, text] of Object.entries(files)) {
    const path = at(name.replace('*', ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (!name.startsWith('*')) continue;
    importers.set(path, new Set());
    sources.set(path, text);
  }
  for (const [used = '', user = ''] of known.map((one) => one.split(' < ')))
    importers.get(at(used))?.add(at(user));
  addReferences({ importers, sources, project: root, configFolder: at('.storybook'), show: (path) => path });
  return Object.fromEntries(
    [...importers]
      .filter(([, users]) => users.size > 0)
      .map(([used, users]) => [
        used.slice(root.length + 1),
        [...users].map((user) => user.slice(root.length + 1)).sort(),
      ]),
  );
}

test('style sheets are followed as far as they name others', () => {
  const files = {
    '*src/a.css': "@import './b.css';",
    'src/b.css': "@import './sub/c.css';",
    'src/sub/c.css': 'a { background: url(x.png) }',
    'src/sub/x.png': '',
  };
  expect(complete(files)).toEqual({
    'src/b.css': ['src/a.css'],
    'src/sub/c.css': ['src/b.css'],
    'src/sub/x.png': ['src/sub/c.css'],
  });
});

test('workers use what they import, also if the page does', () => {
  const files = {
    '*src/a.ts':
      "new Worker(new URL('./worker.ts', import.meta.url)); import W from './w?worker'; import './sum';",
    '*src/w.ts': "import { sum } from './sum.js';",
    '*src/sum.ts': 'export const sum = 1;',
    'src/worker.ts': "import './deep';",
    'src/deep/index.ts': "import { far } from '@/far'; importScripts('./plain.js')",
    'src/deep/plain.js': '',
    'src/far.ts': '',
  };
  expect(complete(files, ['src/w.ts < src/a.ts', 'src/sum.ts < src/a.ts'])).toEqual({
    'src/w.ts': ['src/a.ts'],
    'src/sum.ts': ['src/a.ts', 'src/w.ts'],
    'src/worker.ts': ['src/a.ts'],
    'src/deep/index.ts': ['src/worker.ts'],
    'src/deep/plain.js': ['src/deep/index.ts'],
    'src/far.ts': ['src/deep/index.ts'],
  });
});

test('components of Vue use the types of which their properties are made', () => {
  const files = {
    '*src/A.vue': '<script setup lang="ts">import type { A } from \'./types\'; defineProps<A>();</script>',
    '*src/B.vue': '<script setup lang="ts">import type { B } from \'./others\';</script>',
    '*src/a.ts': "import type { A } from './types';",
    'src/types.ts':
      "import type { Base } from './base'; export type { C } from './c.js'; export interface A extends Base {}",
    'src/base.ts': 'export interface Base { open: boolean }',
    'src/c.ts': 'export type C = 1;',
    'src/others.ts': 'export interface B {}',
  };
  expect(complete(files)).toEqual({
    'src/types.ts': ['src/A.vue'],
    'src/base.ts': ['src/types.ts'],
    'src/c.ts': ['src/types.ts'],
  });
});

test('styles that the build runs use what they import', () => {
  const files = {
    '*src/a.css.ts': "import { red } from './tokens';",
    '*src/b.ts': "import { red } from './tokens';",
    '*src/tokens.ts': 'export const red = 1;',
  };
  expect(complete(files, ['src/tokens.ts < src/b.ts'])).toEqual({
    'src/tokens.ts': ['src/a.css.ts', 'src/b.ts'],
  });
});

test('a module that the bundler has left out is used, but not one of types', () => {
  const files = {
    '*src/a.ts':
      "export interface A {}\nimport { B } from './barrel';\nimport type { T } from './t';\nimport { type U } from './u';\nimport { P } from './props';\nimport type from './type';",
    'src/barrel/index.ts': "export { B } from './B';",
    '*src/barrel/B.ts': '',
    'src/t.ts': 'export const t = 1;',
    'src/u.ts': 'export const u = 1;',
    'src/props.ts': "import type { T } from './t';\nexport interface P { kind: 'const' }\nexport type Q = T;",
    'src/type.ts': 'export default 1;',
  };
  expect(complete(files, ['src/barrel/B.ts < src/a.ts'])).toEqual({
    'src/barrel/index.ts': ['src/a.ts'],
    // Not by the barrel, which would make every story depend on everything.
    'src/barrel/B.ts': ['src/a.ts'],
    'src/type.ts': ['src/a.ts'],
  });
});

test('modules of CommonJS are followed, where the graph has none of them', () => {
  const files = {
    '*src/a.ts': "import x from './x'; import y from './y';",
    'src/x.js': "const y = require('./y'); module.exports = y;",
    '*src/y.js': 'exports.y = 1;',
  };
  expect(complete(files, ['src/y.js < src/a.ts'])).toEqual({
    'src/x.js': ['src/a.ts'],
    'src/y.js': ['src/a.ts', 'src/x.js'],
  });
});

test('a mock is used where the module is that it replaces', () => {
  const files = {
    '.storybook/preview.ts': "sb.mock(import('../src/session.ts')); sb.mock('../src/other');",
    '*src/session.ts': '',
    '*src/other.ts': '',
    'src/__mocks__/session.ts': '',
    'src/__mocks__/other.js': '',
    'src/__mocks__/third.js': '',
  };
  expect(complete(files)).toEqual({
    'src/__mocks__/session.ts': ['src/session.ts'],
    'src/__mocks__/other.js': ['src/other.ts'],
  });
});

test('a package of the repository is followed by the names that it exports', () => {
  const files = {
    '*src/a.css': "@import '@acme/tokens'; @import '@acme/tokens/theme';",
    'tokens/package.json': `\ufeff${JSON.stringify({
      exports: { '.': { style: './src/all.css' }, './theme': './src/theme.css' },
    })}`,
    'tokens/src/all.css': '',
    'tokens/src/theme.css': '',
  };
  mkdirSync(at('node_modules/@acme'), { recursive: true });
  symlinkSync(at('tokens'), at('node_modules/@acme/tokens'));
  expect(complete(files)).toEqual({
    'tokens/src/all.css': ['src/a.css'],
    'tokens/src/theme.css': ['src/a.css'],
  });
});
