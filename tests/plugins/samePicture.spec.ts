import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiffSummary } from '@svc/schema';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import { serve, type TestServer } from '../capture/serveFolder.js';
import { captureAll, testFleet } from '../capture/testFleet.js';
import { createScratch, type Scratch } from '../clients/scratch.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from '../service/startServer.js';
import { playwrightDriver } from './playwrightDriver.js';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const font = join(modules, '@fontsource/inter/files/inter-latin-400-normal.woff2');

/** Everything here looks different from moment to moment, or from one driver to the other, unless it is held. */
const page = `<!doctype html>
<style>
  @font-face { font-family: Late; src: url(/font.woff2) }
  @keyframes pulse { from { opacity: .2 } to { opacity: 1 } }
  @keyframes slide { from { transform: translateX(10px) } to { transform: translateX(200px) } }
  body { margin: 10px; font: 16px 'Liberation Sans' }
  div { width: 60px; height: 30px; background: teal }
</style>
<p style="font-family: Late">set in a font that loads</p>
<p id="random"></p><p id="late">not yet</p>
<div style="animation: pulse 1.3s infinite alternate"></div>
<div style="animation: slide 3s both"></div>
<svg width="90" height="40"><circle cx="20" cy="20" r="5" fill="navy">
  <animate attributeName="r" values="5;18;5" dur="1s" repeatCount="indefinite"/></circle></svg>
<input autofocus value="a caret">
<section id="host"></section>
<iframe srcdoc='<style>@keyframes p { from { opacity: .3 } }</style><p style="animation: p 1s infinite">framed'></iframe>
<p style="margin-top: 3000px"><img loading="lazy" width="50" height="50" src="/lazy.svg"></p>
<script>
  document.querySelector('#random').textContent = [1, 2, 3].map(() => Math.random()).join(' ');
  document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML =
    '<style>@keyframes p { from { opacity: .4 } }</style><p style="animation: p 1s infinite">in a shadow';
  setTimeout(() => { document.querySelector('#late').textContent = 'after 400 ms'; }, 400);
</script>`;

const lazy =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="gold" d="M0 0h9v9H0z"/></svg>';

let dataDir: string;
let server: Server;
let pages: TestServer;
let fleet: Fleet;
let scratch: Scratch;
beforeAll(async () => {
  dataDir = await makeDataDir();
  scratch = createScratch();
  pages = await serve((request, response) => {
    const [type, body] =
      request.url === '/font.woff2'
        ? ['font/woff2', readFileSync(font)]
        : request.url === '/lazy.svg'
          ? ['image/svg+xml', lazy]
          : ['text/html; charset=utf-8', page];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  fleet = testFleet(pages.port);
  [server] = await Promise.all([startOnSharedDatabase(dataDir), playwrightDriver().install(scratch)]);
});
afterAll(async () => {
  await fleet?.close();
  await pages?.close();
  await server?.stop();
  scratch?.remove();
  await removeDataDir(dataDir);
});

const run = (stabilise: unknown, tests: string) => {
  rmSync(join(scratch.folder, 'tests'), { recursive: true, force: true });
  mkdirSync(join(scratch.folder, 'tests'));
  scratch.write(
    'playwright.config.ts',
    `import { defineConfig } from '@playwright/test';
import { browserFlags, withSvc } from '@svc/playwright';
export default withSvc(defineConfig({
  testDir: 'tests',
  reporter: 'line',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 640, height: 480 },
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath: process.env.SVC_BROWSER_PATH, args: [...browserFlags] },
  },
}), ${JSON.stringify({ suite: 'same', stabilise })});
`,
  );
  scratch.write('tests/same.spec.ts', tests);
  return scratch.run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
    SVC_BRANCH: 'main',
    SVC_COMMIT: 'c0ffee01',
    SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
  });
};

/** The pictures that the tests have uploaded, by their names. */
async function uploaded(): Promise<Map<string, PNG>> {
  const client = new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '', environment: false });
  const answer = await fetch(`${server.url}/api/v1/diffs?suite=same`, {
    headers: { 'x-api-key': server.apiKey ?? '' },
  });
  const { diffs } = (await answer.json()) as { diffs: DiffSummary[] };
  const { results } = await client.getDiff(diffs[0]?.id ?? '');
  const images = new Map<string, PNG>();
  for (const { name, currentImageUrl } of results) {
    const image = await fetch(currentImageUrl ?? '');
    images.set(name, PNG.sync.read(Buffer.from(await image.arrayBuffer())));
  }
  return images;
}

test('a page looks the same in a test as in a capture, and continues afterwards', async () => {
  const { code, output } = await run(
    undefined,
    `import { test } from '@playwright/test';
import { expect } from '@svc/playwright';
test('same', async ({ page }) => {
  await page.goto('http://127.0.0.1:${pages.port}/');
  await expect(page).toHaveScreenshot('screenshot.png', { fullPage: true });
  await expect(page).toMatchSvc('matcher', { fullPage: true });
  const running = await page.evaluate(() => document.getAnimations()
    .filter((animation) => !Number.isFinite(Number(animation.effect.getComputedTiming().endTime)))
    .map(({ playState, playbackRate }) => playState + ' ' + playbackRate));
  expect(running).toEqual(['running 1']);
  const ids = await page.evaluate(() => crypto.randomUUID());
  await page.reload();
  expect(await page.evaluate(() => crypto.randomUUID())).not.toBe(ids);
  expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2024);
});
test('a test may stop the clocks of its page', async ({ page }) => {
  await page.clock.install();
  await page.goto('http://127.0.0.1:${pages.port}/');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect(page).toHaveScreenshot('paused.png', { fullPage: true });
});
`,
  );
  expect(code, output).toBe(0);
  const outcomes = await captureAll(fleet, [
    {
      name: 'page',
      url: 'http://sit-same.sites.localhost:4300/',
      viewport: { width: 640, height: 480 },
    },
  ]);
  const captured = outcomes.get('page');
  if (!captured?.ok) throw new Error(`not captured: ${captured?.message}`);
  const expected = PNG.sync.read(captured.png);
  const images = await uploaded();
  expect([...images.keys()].sort()).toEqual(
    ['matcher', 'same.spec.ts > paused.png', 'same.spec.ts > screenshot.png'].sort(),
  );
  for (const [name, image] of images) {
    expect([image.width, image.height], name).toEqual([expected.width, expected.height]);
    const different = image.data.findIndex((value, index) => value !== expected.data[index]);
    expect(different, `${name} differs at y ${Math.floor(different / 4 / image.width)}`).toBe(-1);
  }
});
