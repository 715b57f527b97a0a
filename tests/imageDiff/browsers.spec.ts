import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompareOptions, compare, drawDifference, inspect } from '@svc/image-diff';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPath } from '../web/browserPath.js';

const core = path.resolve(import.meta.dirname, '../../packages/image-diff/dist');
const fixtures = path.join(
  path.dirname(createRequire(path.join(core, 'index.js')).resolve('pixelmatch-fixtures/package.json')),
  'test/fixtures',
);
const settings: CompareOptions[] = [{}, { threshold: 0, antiAliasing: false }, { threshold: 0.1 }];
const pairs = ['1', '3', '4'];

/** What the page and we ask the engine; counts, hashes and the sizes of images come back. */
type Ask = { compare: typeof compare; drawDifference: typeof drawDifference; inspect: typeof inspect };
async function ask(
  engine: Ask,
  pairs: readonly string[],
  settings: readonly CompareOptions[],
  read: (name: string) => Promise<Uint8Array>,
) {
  const answers: unknown[] = [];
  for (const pair of pairs) {
    const [a, b] = [await read(`${pair}a.png`), await read(`${pair}b.png`)];
    answers.push(await engine.inspect(b));
    for (const options of settings) {
      const comparison = await engine.compare(a, b, options);
      const { equal, diffPixels, diffPercentage, mask } = comparison;
      const drawn = await engine.inspect(await engine.drawDifference(b, comparison));
      answers.push({ equal, diffPixels, diffPercentage, mask: mask && (await engine.inspect(mask)), drawn });
    }
  }
  return answers;
}

const page = (script: string) => `<!doctype html><meta charset="utf-8"><title>image-diff</title>
<script type="module">
  import * as engine from '${script}';
  const read = async (name) => new Uint8Array(await (await fetch('/fixtures/' + name)).arrayBuffer());
  globalThis.answers = (${ask.toString()})(engine, ${JSON.stringify(pairs)}, ${JSON.stringify(settings)}, read);
</script>`;

let browser: Browser;
let bundle: string;
let wanted: unknown[];
const server = createServer(async ({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://loopback');
  // The URL has no `..` left.
  const [, folder = '', name = ''] = /^\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
  // Nothing but our modules, and WebAssembly, may run: what a page with a policy has to allow.
  response.setHeader(
    'content-security-policy',
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  );
  if (name === '') return response.setHeader('content-type', 'text/html').end(page(`/${folder}/index.js`));
  const root = { modules: core, bundle, fixtures }[folder];
  const file = root && (await readFile(path.join(root, name)).catch(() => null));
  response.statusCode = file ? 200 : 404;
  response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'image/png').end(file ?? '');
});

beforeAll(async () => {
  bundle = await mkdtemp(path.join(tmpdir(), 'image-diff-bundle-'));
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: bundle,
      minify: true,
      lib: { entry: path.join(core, 'index.js'), formats: ['es'], fileName: () => 'index.js' },
    },
  });
  wanted = await ask({ compare, drawDifference, inspect }, pairs, settings, (name) =>
    readFile(path.join(fixtures, name)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server.close(resolve));
  await rm(bundle, { recursive: true, force: true });
});

test.each([
  ['as modules', 'modules'],
  ['bundled and minified', 'bundle'],
])('Chromium counts and draws what Node does, %s', async (_, folder) => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${folder}/`);
  expect(await tab.evaluate('globalThis.answers')).toEqual(wanted);
  await context.close();
});

test('the pairs differ, so that equal answers mean something', () => {
  expect(wanted).toHaveLength(pairs.length * (1 + settings.length));
  expect(JSON.stringify(wanted)).toContain('"equal":false');
});
