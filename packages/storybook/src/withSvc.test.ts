import { awaitStorybookStore, awaitStorybookStory, extractStorybook, measureShot } from '@svc/stabilise';
import { ShotFolder } from '@svc/test-core/driver';
import type { StoryPage } from '@svc/test-core/stories';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SvcStorybookOptions } from './options.js';
import { withSvc } from './withSvc.js';

type Hook = (...args: unknown[]) => Promise<void>;
type Hooks = { prepare: Hook; postVisit: Hook };

let folder: ShotFolder;
let calls: string[];
let parameters: Record<string, unknown>;
beforeEach(() => {
  vi.stubEnv('SVC_SHOT_FOLDER', undefined);
  vi.stubEnv('TARGET_URL', 'http://book/sub/');
  folder = ShotFolder.make();
  folder.share();
  calls = [];
  parameters = {};
});
afterEach(() => {
  folder.remove();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const story = () => ({
  id: 'forms-button--primary',
  title: 'Forms/Button',
  name: 'Primary',
  tags: ['test'],
  parameters: JSON.stringify(parameters),
});

/** Of a screen with two pixels for each of the page, as far as its width is read. */
const picture = Buffer.alloc(24);
picture.writeUInt32BE(20, 16);

/** A page whose every call is noted, with a prefix for those that are opened beside it. */
function fakePage(prefix = ''): StoryPage {
  const note = (text: string) => void calls.push(prefix + text);
  let size = { width: 1280, height: 720 };
  const frame = {
    evaluate: async (expression: string) => {
      const isRelease = expression.includes('svcRelease') && !expression.includes('badSelector');
      note(expression.includes('"version"') ? 'layout' : isRelease ? 'release' : 'hold');
      return { ok: true };
    },
  };
  const answers = new Map<unknown, unknown>([
    [extractStorybook, [story()]],
    [awaitStorybookStore, null],
    [awaitStorybookStory, { error: null, played: false }],
    [
      measureShot,
      {
        ok: true,
        clip: { x: 5, y: 0, width: 10, height: 10 },
        ignored: [
          { x: 10, y: 1.5, width: 100, height: 2 },
          { x: 0, y: 0, width: 5, height: 5 },
        ],
      },
    ],
  ]);
  return {
    url: () => 'http://book/sub/iframe.html?path=old',
    context: () => ({ newPage: async () => fakePage('new ') }),
    addInitScript: async ({ content }) => note(`script ${content.includes('getRandomValues')}`),
    goto: async (url) => note(`goto ${url}`),
    viewportSize: () => size,
    setViewportSize: async (wanted) => {
      size = wanted;
      note(`size ${wanted.width}x${wanted.height}`);
    },
    emulateMedia: async (media) => note(`media ${JSON.stringify(media)}`),
    mainFrame: () => frame,
    frames: () => [frame],
    evaluate: async (run) => answers.get(run) as never,
    screenshot: async () => {
      note('shoot');
      return picture;
    },
    close: async () => note('close'),
  };
}

const visit = (options: Partial<SvcStorybookOptions> = {}, config = {}, context = {}) => {
  const hooks = withSvc(config, { suite: 'stories', ...options }) as Hooks;
  return hooks.postVisit(fakePage(), { id: 'forms-button--primary', ...context });
};
const shots = () => folder.read().shots.map(({ shot }) => shot);

test('a story that was visited is a snapshot, named as in a capture', async () => {
  await visit({ tags: ['nightly'], mode: 'assert' });
  expect(calls).toEqual(['hold', 'shoot', 'shoot', 'layout', 'release']);
  expect(shots()).toMatchObject([
    {
      suite: 'stories',
      name: 'Forms/Button/Primary',
      path: ['Forms', 'Button', 'Primary'],
      testId: 'forms-button--primary',
      tags: ['test', 'nightly'],
      // In pixels of the picture, and of it alone.
      ignore: [{ x: 10, y: 3, width: 200, height: 4 }],
    },
  ]);
  expect(shots()[0]).not.toHaveProperty('viewport');
  expect(shots()[0]).not.toHaveProperty('browser');
});

test('modes are shown in pages of their own, under the names of a capture', async () => {
  parameters = {
    chromatic: {
      modes: { dark: { theme: 'dark', viewport: 'mobile1' }, usual: {} },
      delay: 1,
      diffThreshold: 0.2,
      forcedColors: 'active',
    },
  };
  await visit({ threshold: 0.1, antiAliasing: true });
  expect(shots()).toMatchObject([
    {
      name: 'Forms/Button/Primary[dark]',
      viewport: { width: 320, height: 568 },
      threshold: 0.2,
      antiAliasing: true,
    },
    { name: 'Forms/Button/Primary[usual]' },
  ]);
  expect(calls.slice(0, 5)).toEqual([
    'new script true',
    'new size 320x568',
    'new media {"forcedColors":"active"}',
    'new goto http://book/sub/iframe.html?id=forms-button--primary&viewMode=story&globals=theme:dark',
    'new hold',
  ]);
  expect(calls.filter((call) => call === 'new close')).toHaveLength(2);
});

test('a mode that changes nothing is taken of the page that was visited', async () => {
  parameters = { svc: { modes: { usual: { viewport: 1280 } } } };
  await visit();
  expect(shots()).toMatchObject([
    { name: 'Forms/Button/Primary[usual]', viewport: { width: 1280, height: 720 } },
  ]);
  expect(calls).not.toContain('new close');
});

test('a disabled story is not a snapshot, and neither is one whose test has failed', async () => {
  parameters = { svc: { disable: true } };
  await visit();
  parameters = {};
  await visit({}, {}, { hasFailure: true });
  expect(shots()).toEqual([]);
});

test('parameters that cannot be read fail the test, in words', async () => {
  parameters = { svc: { modes: { wide: { viewport: 'huge' }, usual: {} } } };
  await expect(visit()).rejects.toThrow(
    /no picture of Forms\/Button\/Primary\[wide\]: mode "wide": "huge" is not a viewport/,
  );
});

test('another browser than Chromium is part of the identity', async () => {
  vi.stubGlobal('browserName', 'firefox');
  await visit();
  await visit({ browser: 'phone' });
  vi.stubGlobal('browserName', 'chromium');
  await visit();
  expect(shots().map(({ browser }) => browser)).toEqual(['firefox', 'phone', undefined]);
});

test('hooks of the project come first, the older name included', async () => {
  const own = async () => void calls.push('own');
  await visit({}, { postVisit: own });
  expect(calls.splice(0)[0]).toBe('own');
  await visit({}, { postRender: own });
  expect(calls[0]).toBe('own');
  expect(withSvc({ postRender: own }, { suite: 'stories' }).postRender).toBeUndefined();
});

test('the page is prepared before it opens the preview', async () => {
  const headers = vi.fn(async () => {});
  const preparation = { page: fakePage(), browserContext: { setExtraHTTPHeaders: headers } };
  const getHttpHeaders = async (url: string) => ({ for: url });
  await (withSvc({ getHttpHeaders }, { suite: 'stories' }) as object as Hooks).prepare(preparation);
  expect(calls).toEqual(['script true', 'goto http://book/sub/iframe.html']);
  expect(headers).toHaveBeenCalledWith({ for: 'http://book/sub/iframe.html' });

  calls = [];
  const prepare = async () => void calls.push('own');
  await (withSvc({ prepare }, { suite: 'stories', stabilise: false }) as object as Hooks).prepare(
    preparation,
  );
  expect(calls).toEqual(['script false', 'own']);
});

test('what is missing or unknown is said', async () => {
  expect(() => withSvc({}, {} as SvcStorybookOptions)).toThrow(
    "withSvc: suite is missing: withSvc({}, { suite: 'stories' })",
  );
  expect(() => withSvc({}, { suite: 'a', viewports: [] } as SvcStorybookOptions)).toThrow(
    'unknown option "viewports"',
  );
  vi.stubEnv('SVC_SHOT_FOLDER', undefined);
  await expect(visit()).rejects.toThrow('put withSvcJest(getJestConfig()) into test-runner-jest.config.js');
});
