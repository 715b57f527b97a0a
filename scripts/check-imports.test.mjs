import { expect, test } from 'vitest';
import { findViolations, importsOf, rules } from './check-imports.mjs';

const check = (path, text) => findViolations([{ path, text }]);

test.each([
  [
    'apps/server/src/domain/a.ts',
    "import { sql } from '../store/b.js';",
    'server/domain must not import server/store',
  ],
  ['apps/server/src/worker/a.ts', "export * from '../api/b.js';", 'server/worker must not import server/api'],
  [
    'apps/server/src/worker/a.ts',
    "import type { Row } from '../store/b.js';",
    'server/worker must not import server/store',
  ],
  [
    'apps/server/src/api/a.ts',
    "import { find } from '../store/b.js';",
    'server/api must not import server/store',
  ],
  [
    'apps/server/src/worker/a.ts',
    "import { openQueue } from '../queue/b.js';",
    'server/worker must not import server/queue',
  ],
  [
    'apps/server/src/service/a.ts',
    "import '../worker/b.js';",
    'server/service must not import server/worker',
  ],
  [
    'apps/server/src/store/blobs/a.ts',
    "import { x } from '../../service/b.js';",
    'must not import server/service',
  ],
  ['apps/server/src/service/a.ts', "import { x } from '../config.js';", 'must not import the wiring'],
  ['apps/server/src/domain/a.ts', "const x = await import('../store/b.js');", 'must not import server/store'],
  ['packages/sdk/src/a.ts', "import { z } from '@svc/schema';", 'sdk must not import schema'],
  ['packages/sdk/src/a.ts', "import { type A, b } from '@svc/schema';", 'sdk must not import schema'],
  [
    'packages/cli/src/a.ts',
    "import { x } from '../../sdk/src/b.js';\nimport { y } from '@svc/schema';",
    'cli must not import schema',
  ],
  ['packages/image-diff/src/a.ts', "import type { A } from '@svc/sdk';", 'image-diff must not import sdk'],
  [
    'apps/web/src/pages/a.tsx',
    "import {\n  a,\n  b,\n} from '../../../server/src/domain/c.js';",
    'web must not import server/domain',
  ],
  ['apps/server/src/novelty/a.ts', '', 'server/novelty has no rule'],
])('%s: %j is a wrong arrow', (path, text, complaint) => {
  expect(check(path, text).join()).toContain(complaint);
});

test.each([
  ['apps/server/src/service/a.ts', "import { x } from '../store/b.js';\nimport { y } from './c.js';"],
  ['apps/server/src/worker/a.ts', "import type { JobHandlers } from '../queue/b.js';"],
  ['apps/server/src/main.ts', "import { x } from './worker/b.js';"],
  ['packages/sdk/src/a.ts', "import type { A } from '@svc/schema';\nimport { type B } from '@svc/schema';"],
  ['packages/cli/src/a.ts', "import { readFile } from 'node:fs';\nimport { SvcClient } from '@svc/sdk';"],
])('%s: %j is allowed', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test('sees every form of import, and nothing else', () => {
  const text = `import a from 'a';import 'b';
export { c } from "c";
import type { D } from 'd';
const e = await import('e');
const text = 'from nowhere';`;
  expect(importsOf(text).map(({ from }) => from)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('no rule names an area that does not exist, and the arrows have no cycle', () => {
  const seen = new Set();
  const visit = (area, trail) => {
    expect(rules).toHaveProperty([area]);
    expect(trail).not.toContain(area);
    for (const next of rules[area]) visit(next.replace(' (types)', ''), [...trail, area]);
    seen.add(area);
  };
  for (const area of Object.keys(rules)) visit(area, []);
  expect(seen.size).toBe(Object.keys(rules).length);
});
