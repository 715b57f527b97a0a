import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import rules, { floors, parts, wiring } from '../.dependency-cruiser.mjs';
import { checkImports } from './imports.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'a' });
}

/** A repository with these files, whatever they import by a relative path, and two built packages. */
function createRepository(files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-imports-'));
  folders.push(folder);
  for (const name of ['schema', 'sdk']) {
    const built = path.join(folder, 'packages', name);
    write(path.join(built, 'package.json'), `{"name":"@svc/${name}","exports":"./dist/index.js"}`);
    write(path.join(built, 'dist/index.js'), 'export {};');
    mkdirSync(path.join(folder, 'node_modules/@svc'), { recursive: true });
    symlinkSync(built, path.join(folder, 'node_modules/@svc', name), 'junction');
  }
  for (const [file, text] of Object.entries(files)) {
    write(path.join(folder, file), text);
    for (const [, imported] of text.matchAll(/'(\.[^']+)\.js'/g)) {
      write(path.join(folder, path.dirname(file), `${imported}.ts`), ';export {};');
    }
  }
  return folder;
}

const check = async (files) => (await checkImports(createRepository(files))).problems;

const server = 'apps/server/src';

const wrongArrows = [
  [`${server}/domain/a.ts`, "import { sql } from '../store/b.js';", 'src/domain imports only'],
  [`${server}/worker/a.ts`, "export * from '../api/b.js';", 'src/worker imports only'],
  [`${server}/worker/a.ts`, "import type { Row } from '../store/b.js';", 'src/worker imports only'],
  [`${server}/api/a.ts`, "import { find } from '../store/b.js';", 'src/api imports only'],
  [
    `${server}/worker/a.ts`,
    "import { openQueue } from '../queue/b.js';",
    'src/worker imports only types of apps/server/src/queue',
  ],
  [`${server}/service/a.ts`, "import '../worker/b.js';", 'src/service imports only'],
  [`${server}/store/blobs/a.ts`, "import { x } from '../../service/b.js';", 'src/store imports only'],
  [`${server}/service/a.ts`, "import { x } from '../startService.js';", 'src/service imports only'],
  [`${server}/service/a.ts`, "import { x } from '../commands/b.js';", 'src/service imports only'],
  [`${server}/domain/a.ts`, "const x = await import('../store/b.js');", 'src/domain imports only'],
  [`${server}/domain/a.ts`, "import { x } from '../../testing/b.js';", 'src/domain imports only'],
  [`${server}/service/audit/a.ts`, "import { x } from '../diffs/b.js';", 'audit imports only rooms above'],
  [`${server}/service/diffs/a.ts`, "import { x } from '../accounts/b.js';", 'diffs imports only rooms above'],
  [
    `${server}/service/Resources.ts`,
    "import { x } from './giveUp.js';",
    'service: . imports only rooms above',
  ],
  [`${server}/store/diffs/a.ts`, "import type { X } from '../keys/b.js';", 'diffs imports only rooms above'],
  [`${server}/novelty/a.ts`, "import 'node:fs';", 'every source belongs to a part'],
  [`${server}/service/novelty/a.ts`, "import 'node:fs';", 'service: every room has its line'],
  ['packages/novelty/src/a.ts', "import 'node:fs';", 'every source belongs to a part'],
  ['packages/sdk/src/a.ts', "import { z } from '@svc/schema';", 'sdk/src imports only types'],
  ['packages/sdk/src/a.ts', "import { type A, b } from '@svc/schema';", 'sdk/src imports only types'],
  [
    'packages/cli/src/a.ts',
    "import { x } from '../../sdk/src/b.js';\nimport { y } from '@svc/image-diff';",
    'cli/src imports only',
  ],
  [
    'packages/cli/src/output/a.ts',
    "import { x } from '../commands/b.js';",
    'output imports only rooms above',
  ],
  ['packages/image-diff/src/a.ts', "import type { A } from '@svc/sdk';", 'image-diff/src imports only'],
  [
    'apps/web/src/pages/a.tsx',
    "import {\n  a,\n  b,\n} from '../../../server/src/domain/c.js';\nexport const d = <p>{a}</p>;",
    'web/src imports only',
  ],
  ['apps/web/src/ui/a.tsx', "import { x } from '../pages/review/b.js';", 'ui imports only rooms above'],
  [
    'apps/web/src/pages/suite/a.ts',
    "import { x } from '../review/b.js';",
    'suite imports only rooms above its line',
  ],
  [
    'apps/web/src/pages/suite/a.ts',
    "import type { R } from '../../router.js';",
    'pages imports only rooms above',
  ],
].map(([file, text, complaint], place) => ({
  // The name of one that stands for itself stays.
  file: file.replace(/\/a\.(tsx?)$/, `/a${place}.$1`),
  text,
  complaint,
}));

describe('a wrong arrow', () => {
  let problems;
  beforeAll(async () => {
    problems = await check(Object.fromEntries(wrongArrows.map(({ file, text }) => [file, text])));
  });
  test.each(wrongArrows)('$file: $text', ({ file, complaint }) => {
    const own = problems.filter((problem) => problem.startsWith(`${file} `));
    expect(own.join('\n')).toContain(complaint);
  });
});

test('a right import is not a problem, in any of these forms', async () => {
  const problems = await check({
    [`${server}/service/audit/a.ts`]: "import { x } from '../../store/b.js';\nimport { y } from '../c.js';",
    [`${server}/worker/a.ts`]: "import type { JobHandlers } from '../queue/b.js';",
    [`${server}/main.ts`]: "import { x } from './worker/b.js';\nimport { y } from './commands/c.js';",
    [`${server}/store/a.test.ts`]: "import { x } from '../service/c.js';",
    'packages/sdk/src/a.ts': "import type { A } from '@svc/schema';\nimport { type B } from '@svc/schema';",
    'packages/cli/src/a.ts': "import { readFile } from 'node:fs';\nimport { SvcClient } from '@svc/sdk';",
  });
  expect(problems).toEqual([]);
});

test.each([
  ['of values', "import { b } from './b.js';", "import { a } from './a.js';"],
  ['of types', "import type { b } from './b.js';", "import type { a } from './a.js';"],
])('a circle %s is a problem', async (_, a, b) => {
  const problems = await check({ 'packages/cli/src/a.ts': a, 'packages/cli/src/b.ts': b });
  expect(problems).toContainEqual(expect.stringContaining('no circles'));
});

test('an import that leads nowhere is a problem', async () => {
  const problems = await check({ 'packages/cli/src/a.ts': "import { b } from './b.mjs';" });
  expect(problems).toContainEqual(expect.stringContaining('every import leads somewhere'));
});

test('a source whose imports are not read is a problem', async () => {
  const folder = createRepository({ 'packages/cli/src/a.ts': '', 'packages/sdk/src/b.ts': '' });
  const { problems } = await checkImports(folder, { ...rules.options, exclude: { path: '/cli/' } });
  expect(problems).toEqual(['packages/cli/src/a.ts: its imports were not read']);
});

test('no rule names a part that does not exist, and the arrows between parts have no circle', () => {
  const partOf = (name) => Object.keys(parts).find((part) => part === name || part.startsWith(`${name}/`));
  const visit = (part, trail) => {
    expect(parts).toHaveProperty([part]);
    expect(trail).not.toContain(part);
    for (const next of parts[part]) visit(partOf(next.replace('types of ', '')), [...trail, part]);
  };
  for (const part of Object.keys(parts)) visit(part, []);
  for (const folder of wiring) expect(parts).not.toHaveProperty([folder]);
  for (const part of Object.keys(floors)) expect(partOf(part.replace(/\/pages$/, ''))).toBeDefined();
});
