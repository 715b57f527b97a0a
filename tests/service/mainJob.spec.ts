import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildExample, type ExampleTool } from '../capture/buildExample.js';
import { browserPath } from '../web/browserPath.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from './startServer.js';
import { svc } from './svc.js';

interface Expected {
  changed: string[];
  new: string[];
  removed: string[];
}

let dataDir: string;
let server: Server;
let env: NodeJS.ProcessEnv;
const expectedChanges: Promise<Record<ExampleTool, Expected>> = readFile(
  new URL('../../examples/expected-changes.json', import.meta.url),
  'utf8',
).then(JSON.parse);

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startServer(dataDir);
  env = { SVC_API_KEY: server.apiKey ?? '', SVC_API_URL: server.url };
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

describe('the main job: baseline, change, review, approve, green, revoke, red', () => {
  test.each<[ExampleTool, string]>([
    ['storybook', 'stories-a'],
    ['ladle', 'stories-b'],
  ])('%s', async (tool, command) => {
    const [first, second, { [tool]: expected }] = await Promise.all([
      buildExample(tool, '1'),
      buildExample(tool, '2'),
      expectedChanges,
    ]);
    const suite = `${tool} example`;
    const baseline = await svc([command, first, '--suite', suite, '--auto-baseline'], env);
    expect(baseline).toMatchObject({ code: 0 });

    // What one commit has shown is not removed by another capture of it.
    const ofChange = { ...env, SVC_COMMIT: 'c0ffee2' };
    const changed = await svc([command, second, '--suite', suite, '--output', 'json'], ofChange);
    expect(changed.code).toBe(1);
    const report = JSON.parse(changed.stdout);
    const sort = (names: string[]) => [...names].sort();
    expect({
      changed: sort(report.changed),
      new: sort(report.new),
      removed: sort(report.removed),
    }).toEqual({ changed: sort(expected.changed), new: sort(expected.new), removed: sort(expected.removed) });

    const browser = await chromium.launch({ executablePath: browserPath() });
    try {
      const page = await browser.newPage();
      await signIn(page.goto.bind(page), new URL(report.reviewUrl).pathname);
      await page.getByRole('button', { name: 'Later' }).click();
      const list = page.getByRole('listbox');
      await list.getByRole('option').first().waitFor();
      const shown = await list.getByRole('option').count();
      expect(shown).toBe(expected.changed.length + expected.new.length + expected.removed.length);
      await page.getByRole('button', { name: 'Approve all' }).click();
      const saved = page.waitForResponse((response) => response.url().includes('/approve'));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /approve/i })
        .click();
      await page.getByText('Approved', { exact: true }).first().waitFor();
      expect((await saved).status()).toBe(200);
    } finally {
      await browser.close();
    }

    await expect.poll(async () => (await svc(['diff', '--suite', suite], ofChange)).code).toBe(0);
    expect(await svc(['revoke', report.diffId, '--all'], env)).toMatchObject({ code: 0 });
    expect(await svc(['diff', '--suite', suite], ofChange)).toMatchObject({ code: 1 });
  });
});

/** The sign-in link of the first start works once; later ones come from the command. */
async function signIn(goto: (url: string) => Promise<unknown>, next: string): Promise<void> {
  const link = await svcServer(['sign-in-link'], { SVC_DATA_DIR: dataDir });
  expect(link).toContain(server.url);
  const url = new URL(link);
  url.searchParams.set('next', next);
  await goto(url.href);
}
