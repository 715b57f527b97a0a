import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { browserPath } from '../web/browserPath.js';
import { expectNoViolations } from '../web/violations.js';

let service: TestService;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  const script = fileURLToPath(new URL('../../scripts/build-docs.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
  service = await startTestService();
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await chromium.launch({ executablePath: browserPath() });
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** A page of the documentation, with everything that its policy refuses and all that it asks of others. */
async function open(path: string, options: object = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(request.url());
  });
  await page.goto(`${origin}${path}`);
  return { page, complaints };
}

test('a page keeps to the policy of the service and asks nobody else', async () => {
  const { page, complaints } = await open('/docs/baselines/', { colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1, name: 'Baselines in real histories' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.getByRole('combobox', { name: 'Select theme' }).first().selectOption('light');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  expect(complaints).toEqual([]);
  await page.close();
});

test('the search finds a page by a word in it', async () => {
  const { page, complaints } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('textbox', { name: 'Search' }).fill('thresholdRate');
  const found = page.getByRole('dialog').getByRole('link', { name: 'From reg-suit' });
  await found.first().click();
  await page.getByRole('heading', { level: 1, name: 'From reg-suit' }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

describe('axe finds nothing serious', () => {
  test.each(['/docs/', '/docs/settings/', '/docs/start/laptop/'])('on %s', async (path) => {
    let page: Page | undefined;
    // Of pages of the theme alone: code that scrolls is a region without a name there, which axe calls moderate.
    const onPage = async (look: Parameters<typeof open>[1]) => {
      ({ page } = await open(path, look));
      return page;
    };
    await expectNoViolations(onPage, ['serious', 'critical']);
    await page?.close();
  });
});
