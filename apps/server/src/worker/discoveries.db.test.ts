import { gzipSync } from 'node:zlib';
import type { Site, StoryEntry } from '@svc/schema';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import { unpackSite } from './unpackSite.js';
import type { Warn } from './Warn.js';

const paths = ['a/story.js', 'gone.js', 'help/', 'iframe.html', 'index.json', 'preview.js'];

let recipe = 'browser 1';
let isSure = true;
let isAudited = false;
/** What stories say beside their address. */
let say: (baseUrl: string) => Partial<StoryEntry> = () => ({});
/** Sites that a browser was asked about. */
let asked: string[] = [];

const fleet: Fleet = {
  capture: () => Promise.reject(new Error('nothing is captured here')),
  async discoverStories({ baseUrl, onLoads }) {
    asked.push(baseUrl);
    if (isSure) onLoads?.(paths);
    return ['one', 'two'].map((id) => ({
      ...{ id, name: id, title: 'Example', url: `${baseUrl}iframe.html?id=${id}&viewMode=story` },
      ...say(baseUrl),
    }));
  },
  discoveryRecipe: async () => recipe,
  close: async () => {},
};

const build: Record<string, string> = {
  'a/story.js': 'story',
  'help/index.html': 'help',
  'iframe.html': '<script src="preview.js"></script>',
  'index.json': '{}',
  'preview.js': 'preview',
  'picture.png': 'picture',
};

let service: TestService;
const warnings: string[] = [];
const warn: Warn = (message) => void warnings.push(message);
let project = '';
let key = '';
let round = 0;
beforeAll(async () => {
  service = await startTestService(fleet, undefined, undefined, { isIdle: true });
  service.resources.isAudited = () => isAudited;
});
afterAll(() => service?.stop());
beforeEach(async () => {
  round += 1;
  project = `acme/discoveries-${round}`;
  key = await service.newKey(project);
});
afterEach(() => {
  [recipe, isSure, isAudited, say] = ['browser 1', true, false, () => ({})];
});

/** Uploads a build and lists its stories. */
async function upload(files: Record<string, string>, apiKey = key) {
  asked = [];
  const sent = await service.upload('/api/v1/sites', gzipSync(tarOf(files)), 'application/gzip', apiKey);
  const { id, cdnUrl } = sent.body as Site;
  await unpackSite(service.resources, fleet, id, new AbortController().signal, warn);
  const { body } = await service.ask<{ stories: StoryEntry[] }>(
    'GET',
    `/api/v1/sites/${id}/stories`,
    undefined,
    apiKey,
  );
  return { id, cdnUrl, stories: body.stories, isLookedAt: asked.length > 0 };
}

const isLookedAt = async (files: Record<string, string>) => (await upload(files)).isLookedAt;

test('a build of the same files has the same stories, at its own address, without a browser', async () => {
  say = () => ({ tags: ['dev'], parameters: { delay: 10, modes: { dark: { theme: 'dark' } } } });
  const first = await upload(build);
  expect(first).toMatchObject({ isLookedAt: true, stories: [{ id: 'one' }, { id: 'two' }] });
  for (const _ of [1, 2]) {
    const again = await upload(build);
    expect(again.isLookedAt).toBe(false);
    const moved = first.stories.map((story) => ({
      ...story,
      url: story.url.replace(first.cdnUrl, again.cdnUrl),
    }));
    expect(again.stories).toEqual(moved);
    expect(again.stories[0]?.url).toContain(again.cdnUrl);
  }
});

test('any other byte of what was asked for, and any file that comes or goes, has them looked for again', async () => {
  const served = ['a/story.js', 'help/index.html', 'iframe.html', 'index.json', 'preview.js'];
  await upload(build);
  for (const path of served) {
    expect(await isLookedAt({ ...build, [path]: `${build[path]} ` }), path).toBe(true);
    expect(await isLookedAt(build), `${path} is as it was`).toBe(false);
  }
  const { 'preview.js': _, ...without } = build;
  expect(await isLookedAt(without)).toBe(true);
  expect(await isLookedAt({ ...build, 'gone.js': 'here' })).toBe(true);
  expect(await isLookedAt({ ...build, 'gone.js/index.html': 'here' })).toBe(true);
  const { 'help/index.html': help = '', ...withoutHelp } = build;
  expect(await isLookedAt({ ...withoutHelp, 'help/index.htm': help })).toBe(true);
});

test('bytes of files that nothing asked for do not count', async () => {
  await upload(build);
  expect(await isLookedAt({ ...build, 'picture.png': 'another', 'new.js': 'new' })).toBe(false);
});

test('stories that may depend on more than files are looked for each time', async () => {
  isSure = false;
  await upload(build);
  isSure = true;
  expect(await isLookedAt(build)).toBe(true);
  expect(await isLookedAt(build)).toBe(false);
});

test('so are those of another browser, of another project, and of one that has turned proofs off', async () => {
  await upload(build);
  recipe = 'browser 2';
  expect(await isLookedAt(build)).toBe(true);
  expect(await isLookedAt(build)).toBe(false);
  expect((await upload(build, await service.newKey(`${project}-other`))).isLookedAt).toBe(true);
  await service.resources.database.updateTable('projects').set({ proof: false }).execute();
  expect(await isLookedAt(build)).toBe(true);
});

test('and those that name their site', async () => {
  say = (baseUrl) => ({
    parameters: { problem: `cannot read ${new URL(baseUrl).hostname.toUpperCase()}/x` },
  });
  await upload(build);
  expect(await isLookedAt(build)).toBe(true);
});

test('a site that was removed is not recalled', async () => {
  const { id } = await upload(build);
  await service.resources.database.deleteFrom('sites').where('id', '=', id).execute();
  expect(await isLookedAt(build)).toBe(true);
});

test('an audit that finds other stories turns proofs off, and the new ones count', async () => {
  const first = await upload(build);
  isAudited = true;
  expect(await isLookedAt(build)).toBe(true);
  expect(warnings).toEqual([]);
  say = () => ({ tags: ['new'] });
  const refuted = await upload(build);
  expect(refuted.stories.map(({ tags }) => tags)).toEqual([['new'], ['new']]);
  expect(warnings).toEqual([
    expect.stringContaining('the stories of a build were not those of the same bytes before'),
  ]);
  isAudited = false;
  expect(await isLookedAt(build)).toBe(true);
  const notes = await service.resources.database
    .selectFrom('auditLog')
    .select(['target', 'details'])
    .where('action', '=', 'proof.stopped')
    .execute();
  expect(notes).toMatchObject([{ target: refuted.id, details: { snapshot: 'the list of stories' } }]);
  expect(notes[0]?.details).not.toMatchObject({ from: first.id });
});
