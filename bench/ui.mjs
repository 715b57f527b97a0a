/**
 * `npm run bench:ui`: the review page against its targets, in a real Chromium, on a real service whose database holds diffs
 * of 2,000 and of 10,000 results that all changed, each in its own way. Times are medians; a bare repaint and a bare
 * request, measured in the same run, tell how busy the machine is.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findOrInstallBrowser } from '../scripts/setup/browser.mjs';
import { printFigures } from './printFigures.mjs';
import { createSeed } from './ui/createSeed.mjs';

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-ui-'));
// As root, the database is another user's, who has to get through here.
chmodSync(folder, 0o711);
const readyFile = join(folder, 'ready.json');
const program = fileURLToPath(new URL('../apps/server/bin/svc-server.js', import.meta.url));
const webFolder = fileURLToPath(new URL('../apps/web/dist/assets', import.meta.url));
const slug = 'bench/ui';
const { DATABASE_URL: _, ...env } = process.env;
const service = spawn(process.execPath, [program], {
  env: {
    ...env,
    SVC_PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_BOOTSTRAP_PROJECT: slug,
    SVC_READY_FILE: readyFile,
    SVC_RATE_LIMITS: 'off',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const exited = new Promise((resolve) => service.once('exit', resolve));

/** Approvals of all that is pending. */
const approvals = [
  { count: 500, target: '< 1 s' },
  { count: 2_000, target: '< 1.5 s' },
];

const rows = [];
const show = (what, figure, target = '') => rows.push({ what, figure, target });
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const at = (times, share) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)];
const ms = (value) => `${value.toFixed(0)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

try {
  while (!existsSync(readyFile)) {
    if (service.exitCode !== null) throw new Error('the service did not start');
    await sleep(50);
  }
  await sleep(100);
  const { url, apiKey, signInUrl } = JSON.parse(readFileSync(readyFile, 'utf8'));
  const seed = await createSeed({ url, apiKey, folder });
  const small = await seed.diff(2_000);
  const large = await seed.diff(10_000);
  const bulks = [];
  for (const { count, target } of approvals) bulks.push({ ...(await seed.diff(count)), target });
  await seed.close();

  for (const [diff, bytes, target] of [
    [small, 400_000, '< 400 kB'],
    [large, 2_000_000, '< 2 MB'],
  ]) {
    const times = [];
    let size = 0;
    for (let turn = 0; turn < 5; turn++) {
      const begin = performance.now();
      const response = await fetch(`${url}/api/v1/diffs/${diff.id}/review`, {
        headers: { 'X-API-Key': apiKey, 'Accept-Encoding': 'identity' },
      });
      size = (await response.arrayBuffer()).byteLength;
      times.push(performance.now() - begin);
    }
    show(
      `review of ${diff.count}, all changed: bytes`,
      kb(size),
      size < bytes ? target : `${target} (missed)`,
    );
    show('  until it is there', ms(median(times)));
  }
  const bare = [];
  for (let turn = 0; turn < 20; turn++) {
    const begin = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    bare.push(performance.now() - begin);
  }
  show('a bare request', `${median(bare).toFixed(1)} ms`);

  const scripts = readdirSync(webFolder).filter((name) => name.endsWith('.js'));
  show('JS of all pages, gzip', kb(gzippedSize(scripts)));

  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(signInUrl);
    await page.getByRole('heading').first().waitFor();
    await page.goto(`${url}/${slug}/diffs/${small.id}`);
    await shownImage(page);
    show('  that the review page loads', kb(gzippedSize(await loadedScripts(page))), '≤ 180 kB');
    for (const diff of [small, large]) await measure(page, `${url}/${slug}/diffs/${diff.id}`, diff.count);
    for (const bulk of bulks) await measureBulk(page, `${url}/${slug}/diffs/${bulk.id}`, bulk);
  } finally {
    await browser.close();
  }

  printFigures(rows);
} finally {
  service.kill('SIGINT');
  await exited;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function gzippedSize(scripts) {
  const sizes = scripts.map((name) => gzipSync(readFileSync(join(webFolder, name)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function loadedScripts(page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.split('/').at(-1))
      .filter((name) => name.endsWith('.js')),
  );
}

async function measure(page, address, count) {
  const first = { answered: [], opened: [], listed: [] };
  for (let turn = 0; turn < 9; turn++) {
    await page.goto(address, { waitUntil: 'commit' });
    await shownImage(page);
    const { shown, answered } = await page.evaluate(() => {
      const isReview = ({ name }) => new URL(name).pathname.endsWith('/review');
      const [answer] = performance.getEntriesByType('resource').filter(isReview);
      return { shown: performance.now(), answered: answer.responseEnd };
    });
    first.answered.push(shown - answered);
    first.opened.push(shown);
    await page.locator('[role=option]').first().waitFor();
    first.listed.push(await page.evaluate(() => performance.now()));
    await sleep(500);
  }
  show(`${count} results: first image after the answer that has it`, ms(median(first.answered)), '< 300 ms');
  show('  after the page was asked for', ms(median(first.opened)));
  show('  all of the list', ms(median(first.listed)));
  await sleep(500);

  const next = [];
  for (let turn = 0; turn < 12; turn++) {
    next.push(
      await page.evaluate(async () => {
        const name = document.querySelector('h2')?.textContent;
        const begin = performance.now();
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
        const isThere = () => {
          const images = [...document.querySelectorAll('[data-view] img')];
          return (
            document.querySelector('h2')?.textContent !== name &&
            images.length > 0 &&
            images.every((image) => image.complete && image.naturalWidth > 0)
          );
        };
        while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 0));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        return performance.now() - begin;
      }),
    );
    await sleep(250);
  }
  show('  next snapshot, its images painted', ms(median(next)), '< 100 ms');

  const repaint = await page.evaluate(async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const times = { key: [], bare: [] };
    for (let turn = 0; turn < 20; turn++) {
      await painted();
      let begin = performance.now();
      await painted();
      times.bare.push(performance.now() - begin);
      begin = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: turn % 2 ? 'ArrowUp' : 'ArrowDown' }));
      await painted();
      times.key.push(performance.now() - begin);
    }
    return times;
  });
  show('  key to repaint', ms(median(repaint.key)), '< 50 ms');
  show('  a repaint without a key', ms(median(repaint.bare)));

  const worked = await startWorkMeter(page);
  const scroll = await page.evaluate(async () => {
    const list = document.querySelector('[role=listbox]');
    const frames = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let last = await frame();
    for (let turn = 0; turn < 120; turn++) {
      list.scrollTop += 120;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    return { frames, nodes: list.querySelectorAll('*').length };
  });
  const busy = await worked();
  show('  scroll, p95 of a frame', `${at(scroll.frames, 0.95).toFixed(1)} ms`, '< 20 ms');
  show('    of it at work, mean', `${((busy * 1_000) / scroll.frames.length).toFixed(1)} ms`);
  show('  DOM nodes in the list', String(scroll.nodes), '< 500');
}

async function measureBulk(page, address, { count, target }) {
  const words = count.toLocaleString('en');
  await page.goto(address);
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Shift+A');
  const approve = page.getByRole('button', { name: `Approve ${words}` });
  await approve.waitFor();
  const answered = page.waitForResponse((response) => response.url().endsWith('/approve'));
  const begin = performance.now();
  await approve.click();
  await page.getByText(`${words} of ${words} reviewed`).waitFor();
  const shown = performance.now() - begin;
  await answered;
  show(`approve ${words}: shown`, ms(shown));
  show('  answered, one request', ms(performance.now() - begin), target);
}

/** Seconds that the page itself works from now on, however busy the machine is with other things. */
async function startWorkMeter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await read();
  return async () => {
    const after = await read();
    await session.detach();
    return after - before;
  };
}

function shownImage(page) {
  return page.waitForFunction(() => {
    const images = [...document.querySelectorAll('[data-view] img')];
    return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0);
  });
}
