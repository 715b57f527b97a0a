/**
 * What comes around a snippet of code before it is a module: the names that its page takes for granted, and the object or
 * class that it is a part of.
 */
export const contexts: readonly { page: string; has: string; before: string; after?: string }[] = [
  { page: 'docs/captures.md', has: "ignore: ['.clock'", before: 'export default {', after: '}' },
  {
    page: 'docs/code-hosts.md',
    has: 'standardwebhooks',
    before: 'declare const body: string; declare const headers: Record<string, string>;\n',
  },
  {
    page: 'packages/cypress/README.md',
    has: 'cy.svcSnapshot',
    before: "import type {} from '@svc/cypress/support';\ndeclare const cy: any;\n",
  },
  {
    page: 'packages/cypress/README.md',
    has: 'before:browser:launch',
    before: 'export default {',
    after: '}',
  },
  {
    page: 'packages/image-diff/README.md',
    has: 'drawDifference(after',
    before: 'declare const before: Uint8Array, after: Uint8Array, png: Uint8Array;\n',
  },
  {
    page: 'packages/image-diff/README.md',
    has: 'new Pool',
    before: 'declare const before: Uint8Array, after: Uint8Array, signal: AbortSignal;\n',
  },
  {
    page: 'packages/image-diff/README.md',
    has: '} = comparison.explanation',
    before:
      "import type { Comparison } from '@svc/image-diff';\ndeclare const comparison: { explanation: NonNullable<Comparison['explanation']> };\n",
  },
  {
    page: 'packages/layout-diff/README.md',
    has: 'decodeRecord(before)',
    before: 'declare const before: Uint8Array, after: Uint8Array;\n',
  },
  {
    page: 'packages/playwright/README.md',
    has: 'use: { launchOptions',
    before: 'export default {',
    after: '}',
  },
  {
    page: 'packages/playwright/README.md',
    has: 'modes: { light',
    before:
      "import { expect } from '@svc/playwright';\nimport type { Page } from '@playwright/test';\ndeclare const page: Page;\n",
  },
  {
    page: 'packages/puppeteer/README.md',
    has: "snapshot(page, 'Home'",
    before: "declare const page: import('puppeteer-core').Page;\n",
  },
  {
    page: 'packages/puppeteer/README.md',
    has: 'preparePage(page)',
    before: "import puppeteer from 'puppeteer-core';\n",
  },
  {
    page: 'packages/sdk/README.md',
    has: 'new Builder()',
    before: 'declare const Builder: any;\n',
  },
  {
    page: 'packages/sdk/README.md',
    has: 'hasCiIdentity()',
    before: "import { SvcClient, getCiKey, hasCiIdentity } from '@svc/sdk';\ndeclare const apiUrl: string;\n",
  },
  {
    page: 'packages/sdk/README.md',
    has: 'EnvHttpProxyAgent',
    before: "import { SvcClient } from '@svc/sdk';\ndeclare const apiKey: string, apiUrl: string;\n",
  },
  {
    page: 'packages/storybook/README.md',
    has: 'plugins: [storybookTest',
    before: 'declare const configDir: string;\nexport default {',
    after: '}',
  },
  {
    page: 'packages/webdriverio/README.md',
    has: 'browser.svcSnapshot',
    before: "import type {} from '@svc/webdriverio';\ndeclare const browser: any;\n",
  },
  {
    page: 'packages/webdriverio/README.md',
    has: "'goog:chromeOptions'",
    before: 'export default {',
    after: '}',
  },
];
