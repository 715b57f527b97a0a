import { expect, test } from 'vitest';
import { wrapPlaywrightConfig } from './wrapPlaywrightConfig.js';

const wrapped = (source: string) => {
  const answer = wrapPlaywrightConfig(source, 'e2e');
  return answer.kind === 'wrapped' ? answer.text : answer.kind;
};

test.each([
  [
    'a call of defineConfig',
    `import { defineConfig, devices } from '@playwright/test';

/** Of the shop. */
export default defineConfig({
  testMatch: /.*["'(]\\.spec\\.ts/,
  use: { baseURL: \`http://\${process.env.HOST ?? "x"}\` },
});
`,
    `import { defineConfig, devices } from '@playwright/test';
import { withSvc } from '@svc/playwright';

/** Of the shop. */
export default withSvc(defineConfig({
  testMatch: /.*["'(]\\.spec\\.ts/,
  use: { baseURL: \`http://\${process.env.HOST ?? "x"}\` },
}), { suite: 'e2e' });
`,
  ],
  [
    'a constant, without semicolons',
    `import type { PlaywrightTestConfig } from "@playwright/test"
import dotenv from "dotenv"
dotenv.config()
const config: PlaywrightTestConfig = { testDir: "e2e" }
export default config
`,
    `import type { PlaywrightTestConfig } from "@playwright/test"
import dotenv from "dotenv"
import { withSvc } from "@svc/playwright"
dotenv.config()
const config: PlaywrightTestConfig = { testDir: "e2e" }
export default withSvc(config, { suite: "e2e" })
`,
  ],
  [
    'CommonJS',
    `// @ts-check
const { defineConfig } = require('@playwright/test');
require('dotenv').config();

/** @see https://playwright.dev */
module.exports = defineConfig({ retries: 2 });
`,
    `// @ts-check
const { defineConfig } = require('@playwright/test');
require('dotenv').config();
const { withSvc } = require('@svc/playwright');

/** @see https://playwright.dev */
module.exports = withSvc(defineConfig({ retries: 2 }), { suite: 'e2e' });
`,
  ],
  [
    'an object alone, with statements after it',
    `// @ts-check
export default {
  retries: process.env.CI ? 2 : 0,
} satisfies object

export const other = 1
`,
    `// @ts-check
import { withSvc } from '@svc/playwright'

export default withSvc({
  retries: process.env.CI ? 2 : 0,
} satisfies object, { suite: 'e2e' })

export const other = 1
`,
  ],
  [
    'strict CommonJS on one line, with Windows line ends',
    `'use strict';\r\nmodule.exports = { retries: 1 };\r\n`,
    `'use strict';\r\nconst { withSvc } = require('@svc/playwright');\r\n\r\nmodule.exports = withSvc({ retries: 1 }, { suite: 'e2e' });\r\n`,
  ],
  [
    'a chain of calls over lines',
    `import { merge } from './merge';\nexport default merge(\n  { a: 1 },\n)\n  .with({ b: 2 })\n  as unknown;\n`,
    `import { merge } from './merge';\nimport { withSvc } from '@svc/playwright';\nexport default withSvc(merge(\n  { a: 1 },\n)\n  .with({ b: 2 })\n  as unknown, { suite: 'e2e' });\n`,
  ],
])('%s', (_, source, expected) => {
  expect(wrapped(source)).toBe(expected);
  expect(wrapped(expected)).toBe('kept');
});

test.each([
  `export default async function config() { return {}; }`,
  `const config = {};\nexport { config as default };`,
  `if (process.env.CI) { module.exports = {}; } else { module.exports = {}; }`,
  `module.exports = {};\nmodule.exports = { a: 1 };`,
  `@decorated\nexport default class {}`,
  `export const config = {};`,
  `import a from './a'; export default a;`,
  ``,
])('%j is left alone', (source) => {
  expect(wrapped(source)).toBe('unknown');
});
