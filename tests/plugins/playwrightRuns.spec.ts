import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DiffSummary } from '@svc/schema';
import { chromium } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { playwrightDriver } from './playwrightDriver.js';
import { clientOf, useService } from './useService.js';

// What only Playwright has: reports that are merged, lists, repetitions and UI mode.

const isWhole = process.env.SVC_PLUGINS === 'all';
const cli = 'node_modules/@playwright/test/cli.js';

const shared = useService(async (scratch) => {
  mkdirSync(join(scratch.folder, 'tests'));
  await playwrightDriver().install(scratch);
});
afterEach(() => {
  for (const folder of ['tests', 'blob-report', 'blobs'])
    rmSync(join(shared.scratch.folder, folder), { recursive: true, force: true });
  mkdirSync(join(shared.scratch.folder, 'tests'));
});

const envOf = (commit: string) => ({
  SVC_API_URL: shared.server.url,
  SVC_API_KEY: shared.server.apiKey ?? '',
  SVC_BRANCH: 'main',
  SVC_COMMIT: commit,
  SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
});

function configure(suite: string, config: object, options: object = {}): void {
  const own = {
    testDir: 'tests',
    fullyParallel: true,
    workers: 2,
    use: {
      viewport: { width: 100, height: 80 },
      launchOptions: { executablePath: process.env.SVC_BROWSER_PATH },
    },
    ...config,
  };
  shared.scratch.write(
    'playwright.config.ts',
    `import { defineConfig } from '@playwright/test';
import { withSvc } from '@svc/playwright';
export default withSvc(defineConfig(${JSON.stringify(own)}), ${JSON.stringify({ suite, ...options })});
`,
  );
}

const write = (name: string, body: string) =>
  shared.scratch.write(
    `tests/${name}.spec.ts`,
    `import { test, expect } from '@playwright/test';\n${body}\n`,
  );

const page = (title: string, color: string) => `test('${title}', async ({ page }) => {
  await page.setContent('<body style="background: ${color}">');
  await expect(page).toHaveScreenshot();
});`;

async function diffsOf(suite: string): Promise<DiffSummary[]> {
  const answer = await fetch(`${shared.server.url}/api/v1/diffs?${new URLSearchParams({ suite })}`, {
    headers: { 'x-api-key': shared.server.apiKey ?? '' },
  });
  return answer.status === 404 ? [] : ((await answer.json()) as { diffs: DiffSummary[] }).diffs;
}

test('a list and a merged report upload nothing', { timeout: 300_000 }, async () => {
  configure('merged', { reporter: [['blob']] });
  write('a', page('a', 'red'));
  write('b', page('b', 'blue'));
  const run = (args: string[]) =>
    shared.scratch.run(process.execPath, [cli, ...args], { ...envOf('c0ffee01'), SVC_RUN_KEY: 'r1' });
  const listed = await run(['test', '--list', '--shard=1/2']);
  expect(listed.code, listed.output).toBe(0);
  expect(listed.output).not.toContain('svc:');
  expect(await diffsOf('merged')).toEqual([]);
  for (const shard of ['1/2', '2/2']) {
    const { code, output } = await run(['test', `--shard=${shard}`]);
    expect(code, output).toBe(0);
    expect(output).toContain('svc: 1 snapshot of main at c0ffee01: 1 new');
    // The next shard empties the folder.
    cpSync(join(shared.scratch.folder, 'blob-report'), join(shared.scratch.folder, 'blobs'), {
      recursive: true,
    });
  }
  const before = await diffsOf('merged');
  expect(before).toHaveLength(2);
  const merged = await run(['merge-reports', '-c', 'playwright.config.ts', '--reporter=json', 'blobs']);
  expect(merged.code, merged.output).toBe(0);
  const { stats } = JSON.parse(merged.output.slice(merged.output.indexOf('{'))) as {
    stats: { expected: number };
  };
  expect(stats.expected).toBe(2);
  // The reporters of the configuration take part where none is named.
  const again = await run(['merge-reports', '-c', 'playwright.config.ts', 'blobs']);
  expect(again.code, again.output).toBe(0);
  expect(again.output).not.toContain('svc:');
  expect(await diffsOf('merged')).toEqual(before);
});

test('only a run without the reporter is told to name it', { timeout: 300_000 }, async () => {
  configure('told', { reporter: 'line' });
  write('a', "test('a', () => {});");
  const run = (...args: string[]) =>
    shared.scratch.run(process.execPath, [cli, 'test', ...args], envOf('c0ffee01'));
  const replaced = await run('--reporter=line');
  expect(replaced.code, replaced.output).toBe(0);
  expect(replaced.output).toContain('--reporter replaces the reporters');
  const empty = await run('nothing-of-this-name');
  expect(empty.code).toBe(1);
  expect(empty.output).toContain('No tests found');
  expect(empty.output).not.toContain('svc:');
});

test('WebP pictures are snapshots, and are unchanged in the next run', { timeout: 300_000 }, async () => {
  configure('webp', { reporter: 'line' });
  write(
    'a',
    `test('a', async ({ page }) => {
  await page.setContent('<body style="background: teal">text');
  await expect(page).toHaveScreenshot('home.webp');
});`,
  );
  for (const [commit, said] of [
    ['c0ffee01', '1 new'],
    ['c0ffee02', '1 unchanged'],
  ] as const) {
    const env = { ...envOf(commit), SVC_AUTO_APPROVE: 'true' };
    const { code, output } = await shared.scratch.run(process.execPath, [cli, 'test'], env);
    expect(code, output).toBe(0);
    expect(output).toContain(`svc: 1 snapshot of main at ${commit}: ${said}`);
  }
});

test('a message of an assertion does not change the name of its snapshot', { timeout: 300_000 }, async () => {
  configure('messages', { reporter: 'line', retries: 1 });
  write(
    'a',
    `test('two\\nlines', async ({ page }, info) => {
  await page.setContent('<body style="background: teal">text');
  await expect(page, 'it is "toHaveScreenshot(teal)"').toHaveScreenshot('a page.png');
  await expect(page, 'it is teal').toHaveScreenshot(['a folder', 'a page.png']);
  await expect(page, 'it is teal').toHaveScreenshot();
  if (info.retry > 0) return;
  await expect(page).toHaveScreenshot('of an attempt that fails.png');
  expect(1).toBe(2);
});`,
  );
  const env = envOf('c0ffee01');
  const { code, output } = await shared.scratch.run(process.execPath, [cli, 'test'], env);
  expect(code, output).toBe(0);
  const [diff] = await diffsOf('messages');
  const { results } = await clientOf(shared).getDiff(diff?.id ?? '');
  expect(results.map(({ name }) => name).sort()).toEqual([
    'a.spec.ts > a folder/a page.png',
    'a.spec.ts > a page.png',
    'a.spec.ts > two lines > 1',
  ]);
});

test('a picture that equals its baseline is taken once', { timeout: 300_000 }, async () => {
  configure('once', { reporter: 'line', workers: 1 });
  const counting = (color: string) =>
    write(
      'a',
      `import { readdirSync } from 'node:fs';
test('a', async ({ page }) => {
  const folder = process.env.SVC_PLAYWRIGHT_FOLDER;
  await expect.poll(() => readdirSync(folder).filter((name) => /^bases-\\w+$/.test(name)), { timeout: 60_000 }).toHaveLength(1);
  let loops = 0;
  page._channel = new Proxy(page._channel, {
    get(channel, name) {
      if (name === 'expectScreenshot') loops += 1;
      return channel[name];
    },
  });
  await page.setContent('<body style="background: ${color}">text');
  await expect(page).toHaveScreenshot();
  await expect(page).toHaveScreenshot('named.png');
  await expect(page.locator('body')).toHaveScreenshot(['a folder', 'named.png']);
  console.log(loops, 'loops until two are alike');
});`,
    );
  for (const [commit, color, said, loops] of [
    ['c0ffee01', 'teal', '3 new', 3],
    ['c0ffee02', 'teal', '3 unchanged', 0],
    ['c0ffee03', 'red', '3 changed', 3],
  ] as const) {
    counting(color);
    const env = { ...envOf(commit), SVC_AUTO_APPROVE: 'true' };
    const { code, output } = await shared.scratch.run(process.execPath, [cli, 'test'], env);
    expect(code, output).toBe(0);
    expect(output).toContain(`svc: 3 snapshots of main at ${commit}: ${said}`);
    expect(output).toContain(`${loops} loops until`);
  }
});

test('a changed snapshot gets the trace that Playwright kept', { timeout: 300_000 }, async () => {
  const run = async (commit: string, color: string, use: object, options: object = {}) => {
    const launchOptions = { executablePath: process.env.SVC_BROWSER_PATH };
    const viewport = { width: 100, height: 80 };
    configure('traced', { reporter: 'line', use: { viewport, launchOptions, ...use } }, options);
    write('a', page('a', color));
    const env = { ...envOf(commit), ...(color === 'red' ? { SVC_AUTO_APPROVE: 'true' } : {}) };
    const { code, output } = await shared.scratch.run(process.execPath, [cli, 'test'], env);
    expect(code, output).toBe(0);
    const diff = (await diffsOf('traced')).find((one) => one.commit === commit);
    return clientOf(shared).listTraces(diff?.id ?? '');
  };
  expect(await run('c0ffee01', 'red', { trace: 'on' })).toEqual([]);
  const [trace, ...others] = await run('c0ffee02', 'blue', { trace: 'on' });
  expect(others).toEqual([]);
  expect(trace?.name).toBe('a.spec.ts > a > 1');
  const zip = new Uint8Array(await (await fetch(trace?.url ?? '')).arrayBuffer());
  expect([zip.length, ...zip.subarray(0, 2)]).toEqual([trace?.bytes, 0x50, 0x4b]);
  expect(await run('c0ffee03', 'blue', { trace: 'on' }, { trace: 'never' })).toEqual([]);
});

test.runIf(isWhole)('repetitions of a test are one snapshot', { timeout: 300_000 }, async () => {
  configure('repeated', { reporter: 'line', workers: 3 });
  write('a', page('a', 'red'));
  const { code, output } = await shared.scratch.run(
    process.execPath,
    [cli, 'test', '--repeat-each=6'],
    envOf('c0ffee01'),
  );
  expect(code, output).toBe(0);
  expect(output).toContain('svc: 1 snapshot of main at c0ffee01: 1 new');
  expect(output).not.toContain('flaky');
});

test.runIf(isWhole)('UI mode runs tests again, and uploads nothing', { timeout: 600_000 }, async () => {
  configure('watched', { reporter: 'line' });
  write('a', page('a', 'red'));
  const runner = spawn(process.execPath, [cli, 'test', '--ui-host=127.0.0.1', '--ui-port=0'], {
    cwd: shared.scratch.folder,
    env: { ...process.env, ...envOf('c0ffee01') },
  });
  const browser = await chromium.launch({ executablePath: process.env.SVC_BROWSER_PATH as string });
  try {
    const ui = await browser.newPage();
    await ui.goto(await addressOf(runner));
    for (const [title, color] of [
      ['first', 'red'],
      ['second', 'blue'],
    ] as const) {
      write('a', page(title, color));
      await ui.getByRole('treeitem', { name: title }).waitFor({ timeout: 60_000 });
      await ui.getByTitle('Run all').first().click({ timeout: 60_000 });
      await ui.getByText(/^1\/1.*1 passed/).waitFor({ timeout: 60_000 });
    }
  } finally {
    await browser.close();
    runner.kill('SIGINT');
  }
  expect(await diffsOf('watched')).toEqual([]);
});

async function addressOf(runner: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [runner.stdout, runner.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/http:\/\/[\w.:]+\S*/);
  return /http:\/\/[\w.:]+\S*/.exec(output)?.[0] ?? '';
}
