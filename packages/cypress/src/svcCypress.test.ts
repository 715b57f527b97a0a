import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShotFolder } from '@svc/test-core/driver';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { browserFlags, type SvcCypressOptions, type SvcPluginEvents, svcCypress } from './index.js';
import type { Plan, PlanRequest, TakenPicture } from './Plan.js';

// Events as Cypress 15 tells them: cypress/types/cypress.d.ts and cypress-npm-api.d.ts of the package cypress@15.3.0, and
// packages/server/lib/screenshots.ts of its source, which leaves `name` of a failed test's picture unset.
const failureScreenshot = {
  testAttemptIndex: 0,
  size: 4,
  takenAt: '2026-11-22T10:00:00.000Z',
  dimensions: { width: 1280, height: 720 },
  multipart: false,
  name: undefined as unknown as string,
  specName: 'home.cy.ts',
  testFailure: true,
  scaled: true,
  blackout: [],
  duration: 120,
};
const ownScreenshot = (path: string, name: string) => ({
  ...failureScreenshot,
  ...{
    dimensions: { width: 1000, height: 660 },
    pixelRatio: 1,
    name,
    testFailure: false,
    scaled: false,
    path,
  },
});
const ended = { totalTests: 1, totalPassed: 1, totalFailed: 0, runs: [], browserName: 'electron' };

type Tasks = Record<string, (argument: unknown) => unknown>;

interface Handlers {
  task?: Tasks;
  'after:screenshot'?: (details: object) => { path: string } | undefined;
  'after:run'?: (results?: object) => Promise<void>;
}

let project: string;
let screenshots: string;
let handlers: Handlers;
let log: MockInstance<typeof console.log>;
beforeEach(() => {
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubEnv('SVC_SHOT_FOLDER', undefined);
  for (const name of ['SVC_API_KEY', 'GITHUB_ACTIONS', 'GITLAB_CI']) vi.stubEnv(name, '');
  project = mkdtempSync(join(tmpdir(), 'svc-cypress-test-'));
  screenshots = join(project, 'cypress/screenshots');
  handlers = {};
});
afterEach(async () => {
  await handlers['after:run']?.(ended).catch(() => {});
  rmSync(project, { recursive: true, force: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function begin(options: Partial<SvcCypressOptions> = {}, config = {}) {
  const on = ((event: keyof Handlers, handler: never) => {
    handlers[event] = handler;
  }) as SvcPluginEvents;
  const given = { isTextTerminal: true, screenshotsFolder: screenshots as string | false, ...config };
  expect(svcCypress(on, given, { suite: 'e2e', ...options })).toBe(given);
}

const call = <Answer>(name: string, argument: unknown) => handlers.task?.[name]?.(argument) as Answer;
const plan = (request: Partial<PlanRequest> = {}) =>
  call<Plan>('svc:plan', {
    ...{ name: null, options: {}, file: 'cypress\\e2e\\home.cy.ts', titles: ['home', 'shows'] },
    ...{ attempt: 0, browser: 'electron', ...request },
  });

/** What Cypress does for a picture; the path that the command is told. */
function shoot(name: string, png = 'a'): string {
  const path = join(screenshots, 'home.cy.ts', `${name}.png`);
  mkdirSync(join(screenshots, 'home.cy.ts'), { recursive: true });
  writeFileSync(path, png);
  return handlers['after:screenshot']?.(ownScreenshot(path, name))?.path ?? path;
}
const size = { width: 1000, height: 660 };
const keep = ({ id, pictures }: Plan, path: string, taken: Partial<TakenPicture> = {}) =>
  call('svc:keep', {
    ...{ id, name: pictures[0]?.name, viewport: null, path, pixelRatio: 1, page: size, window: size },
    ...{ isScrolled: false, ...taken },
  });
const kept = () =>
  ShotFolder.ofRun()
    ?.read()
    .shots.map(({ shot }) => shot) ?? [];

test('a picture leaves the repository, and belongs to its test, attempt and browser', async () => {
  begin({ tags: ['a'] });
  for (const [attempt, png] of [
    [0, 'a'],
    [1, 'b'],
  ] as const) {
    const planned = plan({ attempt });
    const path = shoot(`svc-${planned.id}`, png);
    expect(existsSync(screenshots)).toBe(true);
    expect(readdirSync(screenshots)).toEqual([]);
    expect(keep(planned, path)).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe(png);
  }
  const testId = 'cypress/e2e/home.cy.ts > home > shows';
  const common = { suite: 'e2e', name: `${testId} > 1`, browser: 'electron', testId, tags: ['a'] };
  expect(kept()).toMatchObject([
    { ...common, attempt: 0 },
    { ...common, attempt: 1 },
  ]);
});

test('what only a failed attempt took is not uploaded if the test passed later', async () => {
  begin();
  const take = (name: string, attempt: number, titles: string[]) => {
    const planned = plan({ name, attempt, titles });
    keep(planned, shoot(`svc-${planned.id}`, `${name} ${attempt}`));
  };
  take('error', 0, ['flaky']);
  take('Home', 1, ['flaky']);
  take('broken', 0, ['broken']);
  const folder = ShotFolder.ofRun();
  let names: string[] | undefined;
  const [failed, passed] = [{ state: 'failed' }, { state: 'passed' }];
  const tests = [
    { title: ['flaky'], state: 'passed', attempts: [failed, passed] },
    { title: ['broken'], state: 'failed', attempts: [failed, failed] },
  ];
  vi.spyOn(ShotFolder.prototype, 'remove').mockImplementationOnce(() => {
    names = folder?.read().shots.map(({ shot }) => shot.name);
  });
  await handlers['after:run']?.({
    ...ended,
    runs: [{ spec: { relative: 'cypress\\e2e\\home.cy.ts' }, tests }],
  });
  expect(names).toEqual(['Home', 'broken']);
  folder?.remove();
});

test('a picture that another plugin has kept from us is taken from where it is', () => {
  begin();
  const planned = plan({ name: 'Home' });
  const path = join(screenshots, 'home.cy.ts', `svc-${planned.id}.png`);
  mkdirSync(join(screenshots, 'home.cy.ts'), { recursive: true });
  writeFileSync(path, 'a');
  keep(planned, path);
  expect(kept()).toMatchObject([{ name: 'Home' }]);
  expect(readdirSync(screenshots)).toEqual([]);
});

test('pictures of others stay where they are', () => {
  begin();
  const path = join(screenshots, 'home.cy.ts', 'home -- shows (failed).png');
  expect(handlers['after:screenshot']?.({ ...failureScreenshot, path })).toBeUndefined();
  expect(handlers['after:screenshot']?.(ownScreenshot(path, 'mine'))).toBeUndefined();
});

test('modes and viewports are pictures of one plan', () => {
  begin({ mask: ['h1'] });
  const viewports = [size, { width: 375, height: 667 }];
  const modes = { dark: { colorScheme: 'dark' as const }, wide: { viewport: { width: 1400, height: 660 } } };
  const planned = plan({ name: 'Home', options: { viewports, modes, stabilise: { motion: false } } });
  expect(planned.pictures.map(({ name, viewport }) => [name, viewport?.width])).toEqual([
    ['Home[dark]', 1000],
    ['Home[dark]', 375],
    ['Home[wide]', 1400],
  ]);
  expect(planned.pictures[0]?.media?.features).toContainEqual({
    name: 'prefers-color-scheme',
    value: 'dark',
  });
  expect(planned).toMatchObject({ pausesTimers: true, usualMedia: { media: '' } });
  expect([planned.before.length, planned.after.length]).toEqual([2, 2]);
  expect(plan({ name: 'Home' })).toMatchObject({ pausesTimers: false, usualMedia: null });
});

test.each([
  ['a screen with two pixels for one', { pixelRatio: 2 }, '--force-device-scale-factor=1'],
  ['a window that is too narrow', { window: { width: 900, height: 900 } }, 'cuts a page of 1000x660'],
  ['a window that is too low', { window: { width: 1000, height: 600 } }, 'cuts a page of 1000x660'],
])('%s is refused, with what to do', (_, taken, message) => {
  begin();
  const planned = plan({ name: 'Home' });
  const path = shoot(`svc-${planned.id}`);
  expect(() => keep(planned, path, taken)).toThrow(message);
  expect(kept()).toEqual([]);
});

test('a low window does not matter where Cypress scrolls', () => {
  begin();
  const planned = plan({ name: 'Home' });
  keep(planned, shoot(`svc-${planned.id}`), { isScrolled: true, window: { width: 1000, height: 600 } });
  expect(kept()).toHaveLength(1);
});

test('two pictures of one name in one attempt are refused', () => {
  begin();
  const titles = ['twice'];
  keep(plan({ name: 'Twice', titles }), shoot('svc-1'));
  expect(() => keep(plan({ name: 'Twice', titles }), shoot('svc-2', 'b'))).toThrow('with different pixels');
});

test('wrong options say what they may be', () => {
  begin();
  expect(() => plan({ options: { viewport: 1 } as never })).toThrow('svcSnapshot: unknown option "viewport"');
  expect(() => begin({ suit: 'e2e' } as never)).toThrow('svcCypress: unknown option "suit"');
});

test('the run ends without a key in one line, and leaves nothing behind', async () => {
  begin();
  const planned = plan({ name: 'Home' });
  const path = shoot(`svc-${planned.id}`);
  keep(planned, path);
  await handlers['after:run']?.(ended);
  expect(log.mock.calls).toEqual([[expect.stringContaining('svc: no API key')]]);
  expect(existsSync(path)).toBe(false);
  expect(process.env.SVC_SHOT_FOLDER).toBeUndefined();
});

test('a service that refuses fails the run', async () => {
  const service = createServer((_, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  for (const [name, value] of Object.entries({
    SVC_API_KEY: 'svc_key',
    SVC_API_URL: `http://127.0.0.1:${port}`,
    SVC_BRANCH: 'main',
    SVC_COMMIT: 'c0ffee',
  }))
    vi.stubEnv(name, value);
  begin();
  const planned = plan({ name: 'Home' });
  keep(planned, shoot(`svc-${planned.id}`));
  await expect(handlers['after:run']?.(ended)).rejects.toThrow('svc: the run fails');
  service.close();
});

test('in cypress open nothing is taken', async () => {
  begin({}, { isTextTerminal: false });
  expect(call('svc:plan', {})).toBeNull();
  expect(call('svc:start', null)).toBe('');
  expect(Object.keys(handlers)).toEqual(['task']);
  expect(process.env.SVC_SHOT_FOLDER).toBeUndefined();
});

test('flags make one pixel of a picture of each of the page', () => {
  expect(browserFlags).toContain('--force-device-scale-factor=1');
});
