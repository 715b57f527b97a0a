import { readFileSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { pictureFlags } from '../../packages/stabilise/src/pictureFlags.js';
import { openBookStages, type StoryContext } from '../../packages/storybook/src/book/openBookStages.js';
import { withSvc } from '../../packages/storybook/src/withSvc.js';
import { ShotFolder } from '../../packages/test-core/src/driver/ShotFolder.js';
import { type StoryShot, takePictures } from '../../packages/test-core/src/stories/takePictures.js';
import { buildExample } from '../capture/buildExample.js';
import { serveFolder, serveFolders } from '../capture/serveFolder.js';
import { captureAll, targetsOf, testFleet } from '../capture/testFleet.js';
import { svc } from '../service/svc.js';
import { installTestRunner, runStories, type StorybookRun } from './storybookRuns.js';
import { useService } from './useService.js';

describe('stories in tests', () => {
  /** Modes and globals, widths, a selector, a play function, what is ignored, animations, and the fold. */
  const stories = [
    'components-card--themes',
    'components-card--trip',
    'components--plans',
    'components--reservation-with-error',
    'insights--live',
    'feedback--loading',
    'pages--above-the-fold',
    'pages--dashboard',
  ];
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    vi.unstubAllEnvs();
  });

  test('stories have the names and the pixels of a capture', { timeout: 300_000 }, async () => {
    const build = await buildExample('storybook', '1');
    const sites = await serveFolders({ one: build });
    closing.push(() => sites.close());
    const fleet = testFleet(sites.port);
    closing.push(() => fleet.close());
    const targets = (await targetsOf(fleet, 'stories-a', 'one', build)).filter(({ metadata }) =>
      stories.includes(String(metadata?.storyId)),
    );
    const outcomes = await captureAll(fleet, targets);

    const ids = [...new Set(targets.map(({ metadata }) => String(metadata?.storyId)))];
    expect(targets.length).toBeGreaterThan(stories.length);
    for (const takeStories of [visitStories, testStories]) {
      const taken = await takeStories(build, ids);
      expect([...taken.keys()]).toEqual(targets.map(({ name }) => name));
      for (const { name, viewport } of targets) {
        const shot = taken.get(name);
        expect(shot?.viewport, name).toEqual(viewport);
        const outcome = outcomes.get(name);
        if (!outcome?.ok) throw new Error(`${name} was not captured: ${outcome?.message}`);
        const [own, captured] = [shot?.png ?? Buffer.alloc(0), outcome.png].map((png) => PNG.sync.read(png));
        expect([own?.width, own?.height], name).toEqual([captured?.width, captured?.height]);
        expect(captured && own?.data.equals(captured.data), `${name} has the same pixels`).toBe(true);
        expect(shot?.ignore, `${name} ignores the same boxes`).toEqual(outcome.ignored);
      }
    }
  });

  /** As the test runner does it: all stories in one page. */
  async function visitStories(build: string, ids: readonly string[]): Promise<Taken> {
    const folder = ShotFolder.make();
    closing.push(() => folder.remove());
    vi.stubEnv('SVC_SHOT_FOLDER', undefined);
    folder.share();
    const site = await serveFolder(build);
    closing.push(() => site.close());
    vi.stubEnv('TARGET_URL', `http://127.0.0.1:${site.port}/`);
    const browser = await launch({ args: [...pictureFlags] });
    const viewport = { width: 1280, height: 720 };
    const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'UTC' });
    const page = await context.newPage();
    const hooks = withSvc({}, { suite: 'stories' }) as {
      prepare(preparation: object): Promise<void>;
      postVisit(page: Page, visit: { id: string }): Promise<void>;
    };
    await hooks.prepare({ page, browserContext: context });
    for (const id of ids) {
      await page.evaluate(visitStory, id);
      await hooks.postVisit(page, { id });
    }
    return new Map(
      folder.read().shots.map(({ shot }) => [shot.name, { ...shot, png: readFileSync(shot.file) }]),
    );
  }

  /** As Vitest does it: beside a browser of its own, and file by file. */
  async function testStories(build: string, ids: readonly string[]): Promise<Taken> {
    const browser = await launch({});
    const context = await browser.newContext();
    const provider = { options: { launchOptions: { executablePath } } };
    const contextOf = (id: string) =>
      ({
        sessionId: 'one',
        testPath: id.slice(0, id.indexOf('--')),
        context,
        project: { config: { browser: { name: 'chromium', provider } } },
      }) as unknown as StoryContext;
    const options = { suite: 'stories', storybook: build };
    const stages = await openBookStages(contextOf(''), options);
    closing.push(() => stages.close());
    const taken: Taken = new Map();
    for (const storyId of ids)
      await stages.use(contextOf(storyId), storyId, ({ page, show }) =>
        takePictures({
          page,
          storyId,
          options,
          browserName: 'chromium',
          show: (delay) => show(storyId, delay),
          isBase: () => false,
          async keep(shot, { png }) {
            taken.set(shot.name, { ...shot, png });
            return null;
          },
        }),
      );
    return taken;
  }

  const executablePath = findBrowser(process.env);
  async function launch(options: LaunchOptions): Promise<Browser> {
    if (!executablePath) throw new Error('these tests need a Chromium; name one with SVC_BROWSER_PATH');
    const browser = await chromium.launch({ executablePath, ...options });
    closing.push(() => browser.close());
    return browser;
  }
});

type Taken = Map<string, StoryShot & { png: Buffer }>;

interface Preview {
  __STORYBOOK_PREVIEW__: { ready(): Promise<void> };
  __STORYBOOK_ADDONS_CHANNEL__: {
    once(event: string, listener: () => void): void;
    emit(event: string, detail: object): void;
  };
}

/** Runs in the page, as what the runner puts there. */
async function visitStory(storyId: string): Promise<void> {
  const { __STORYBOOK_PREVIEW__: preview, __STORYBOOK_ADDONS_CHANNEL__: channel } =
    globalThis as unknown as Preview;
  await preview.ready();
  const { userAgent } = navigator;
  Object.defineProperty(navigator, 'userAgent', {
    get: () => `${userAgent} (StorybookTestRunner@0.24.5)`,
    configurable: true,
  });
  await new Promise<void>((resolve) => {
    channel.once('storyFinished', resolve);
    channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
  });
}

// `npm run test:plugins` sets this: the runner itself, from the registry.
describe.skipIf(process.env.SVC_PLUGINS !== 'all')('@storybook/test-runner 0.24.5', () => {
  const shared = useService((scratch) => installTestRunner(scratch, '0.24.5', '10.6.7'));
  let builds: { folder: string; url: string }[];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    builds = [];
    for (const version of ['1', '2'] as const) {
      const folder = await buildExample('storybook', version);
      const site = await serveFolder(folder);
      closing.push(() => site.close());
      builds.push({ folder, url: `http://127.0.0.1:${site.port}` });
    }
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  const envOf = (commit: string, env: NodeJS.ProcessEnv = {}) => ({
    SVC_API_URL: shared.server.url,
    SVC_API_KEY: shared.server.apiKey ?? '',
    SVC_BRANCH: 'main',
    SVC_COMMIT: commit,
    SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
    ...env,
  });
  const run = (
    commit: string,
    { build = 0, env = {}, ...given }: Partial<StorybookRun> & { build?: number; env?: NodeJS.ProcessEnv },
  ) =>
    runStories(
      shared.scratch,
      { options: { suite: 'book' }, url: builds[build]?.url ?? '', ...given },
      envOf(commit, env),
    );

  test('what the fleet captured is unchanged in tests; what changes is shown', {
    timeout: 600_000,
  }, async () => {
    const folder = builds[0]?.folder ?? '';
    const captured = await svc(
      ['stories-a', folder, '--suite', 'book', '--auto-baseline'],
      envOf('c0ffee01'),
    );
    expect(captured.code, captured.stdout + captured.stderr).toBe(0);

    const same = await run('c0ffee02', {});
    expect(same.code, same.output).toBe(0);
    // The fleet moves the time of a story on that has an interval.
    expect(same.output).toContain('svc: 25 snapshots of main at c0ffee02: 24 unchanged, 1 changed');
    expect(same.output).toContain('svc:   changed: Insights/Departure');

    const options = { suite: 'book', mode: 'assert' };
    const changed = await run('c0ffee03', { build: 1, options });
    expect(changed.code, changed.output).toBe(1);
    expect(changed.output).toMatch(/svc: {3}changed: Components\/Button\/\w+/);
    expect(changed.output).toMatch(/review .*: http:/);
  });

  test('shards are parts of one run, and each story is in one of them', { timeout: 600_000 }, async () => {
    const counts: number[] = [];
    for (const shard of ['1/2', '2/2']) {
      const { code, output } = await run('c0ffee01', {
        options: { suite: 'parts' },
        env: { SVC_RUN_KEY: 'r1' },
        flags: [`--shard=${shard}`],
      });
      expect(code, output).toBe(0);
      counts.push(Number(/svc: (\d+) snapshots? of main/.exec(output)?.[1]));
    }
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(25);
  });

  test('no key and a service that is down lose no test', { timeout: 600_000 }, async () => {
    const keyless = await run('c0ffee01', { env: { SVC_API_KEY: '' } });
    expect(keyless.code, keyless.output).toBe(0);
    expect(keyless.output).toContain('svc: no API key: set SVC_API_KEY');

    const env = { SVC_API_URL: 'http://127.0.0.1:9' };
    const down = await run('c0ffee01', { env });
    expect(down.code, down.output).toBe(1);
    expect(down.output).toMatch(/svc: {3}\d+ snapshots were not uploaded/);
    expect(down.output).toMatch(/Tests: +\d+ passed/);
  });

  test('a bad configuration says what is wrong', {
    timeout: 600_000,
  }, async () => {
    const { code, output } = await run('c0ffee01', { options: { suit: 'book' } });
    expect(code, output).not.toBe(0);
    expect(output).toContain('unknown option "suit"; the options are suite,');
  });
});
