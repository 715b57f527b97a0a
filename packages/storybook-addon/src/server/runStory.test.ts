import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SvcClient } from '@svc/sdk';
import { expect, test } from 'vitest';
import { runStory } from './runStory.js';

/** A Playwright whose page never answers, and whose browser notes its end in `ended`. */
const playwright = (ended: string) => `
const never = new Promise(() => {});
const page = { addInitScript: async () => {}, goto: async () => {}, evaluate: () => never };
const context = (options) => {
  if (options.ignoreHTTPSErrors !== true) throw new Error('it trusts no certificate of the dev server');
  return { newPage: async () => page, close: async () => {} };
};
const close = async () => require('node:fs').writeFileSync(${JSON.stringify(ended)}, '');
exports.chromium = { launch: async () => ({ newContext: async (options) => context(options), close }) };
`;

test('runStory: a story that never finishes fails in the end, and its browser is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-addon-'));
  try {
    const ended = join(folder, 'ended');
    mkdirSync(join(folder, 'node_modules/playwright'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/playwright/index.js'), playwright(ended));
    const access = { apiUrl: 'http://localhost:1', apiKey: 'svc_1', project: undefined, isLogin: false };
    const run = await runStory({
      storyId: 'a--b',
      url: 'https://localhost:6006/',
      configDir: folder,
      options: { suite: 'book' },
      env: {},
      access,
      client: new SvcClient({ apiUrl: access.apiUrl, apiKey: access.apiKey, environment: false }),
      variantOf: () => '',
      patienceMs: 50,
    });
    expect(run).toMatchObject({ state: 'failed', results: [] });
    expect(run.problem?.text).toMatch(/^The story took no picture in 0\.05 s, so its browser was closed\./);
    expect(existsSync(ended)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
