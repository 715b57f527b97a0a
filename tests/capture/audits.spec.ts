import { gzipSync } from 'node:zlib';
import type { Capture, ProjectSettings, Site } from '@svc/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { settled } from '../../apps/server/testing/settled.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { tarOf } from '../../apps/server/testing/tarOf.js';
import { serve, type TestServer } from './serveFolder.js';
import { testFleet } from './testFleet.js';

// Proofs that a capture puts to the test, from the upload to the setting, with browsers.

const components = ['badge', 'card'];
const ids = components.flatMap((component) => ['one', 'two', 'three'].map((name) => `${component}--${name}`));
/** A badge shows the address of its site, which is another for each build: no file tells that. */
const shown = { badge: 'location.host', card: '"a card"' };

const preview = `
const load = (story) => story();
const stories = {${components.map((id) => `"./${id}.stories.tsx":()=>load(()=>import("./${id}.stories.js"),[],import.meta.url)`)}};
const listeners = new Map();
const ids = ${JSON.stringify(ids)};
const say = (event, detail) => { for (const listener of listeners.get(event) ?? []) listener(detail); };
const current = { storyStoreValue: {}, currentRender: {}, ready: async () => {},
  extract: async () => Object.fromEntries(ids.map((id) => [id, { id, parameters: {} }])) };
const enter = (newPhase) => {
  current.currentRender.phase = newPhase;
  say('storyRenderPhaseChanged', { newPhase, storyId: current.currentRender.id });
};
async function show({ storyId }) {
  const { render } = await stories['./' + storyId.split('--')[0] + '.stories.tsx']();
  current.currentRender = { id: storyId, phase: 'loading', story: { unboundStoryFn: () => {} } };
  say('storyPrepared', { id: storyId });
  enter('rendering');
  document.querySelector('#storybook-root').replaceChildren();
  render(document.querySelector('#storybook-root'));
  enter('completed');
}
window.__STORYBOOK_PREVIEW__ = current;
window.__STORYBOOK_ADDONS_CHANNEL__ = {
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  emit: (event, detail) => { if (event === 'setCurrentStory' || event === 'forceRemount') show(detail); },
};
const first = new URLSearchParams(location.search).get('id');
if (first) show({ storyId: first });
`;

const build = {
  'iframe.html':
    '<!doctype html><div id="storybook-root"></div><script type="module" src="./preview.js"></script>',
  'index.json': JSON.stringify({
    v: 5,
    entries: Object.fromEntries(
      ids.map((id) => {
        const [title = '', name = ''] = id.split('--');
        return [id, { id, type: 'story', title, name, importPath: `./${title}.stories.tsx` }];
      }),
    ),
  }),
  'preview.js': preview,
  ...Object.fromEntries(
    Object.entries(shown).map(([id, text]) => [
      `${id}.stories.js`,
      `export const render = (root) => { root.appendChild(document.createElement('h1')).textContent = ${text}; };`,
    ]),
  ),
};

let server: TestServer;
let fleet: Fleet;
let service: TestService;
const audited = new Set<string>();
const warnings: object[] = [];
beforeAll(async () => {
  server = await serve((request, response) => {
    service.app.server.emit('request', request, response);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000, pages: 2 });
  service = await startTestService(fleet, undefined, undefined, {
    warn: (message, fields) => void warnings.push({ message, ...fields }),
  });
  service.resources.isAudited = (_captureId, { name }) => audited.has(name);
  await service.app.ready();
});
afterAll(async () => {
  await service?.stop();
  await fleet?.close();
  await server?.close();
});

/** Uploads the build again and captures it: where each image is from. */
async function capture() {
  const sent = await service.upload('/api/v1/sites', gzipSync(tarOf(build)), 'application/gzip');
  const { cdnUrl, ...site } = await settled(service, 'sites', (sent.body as Site).id);
  expect(site).toMatchObject({ status: 'ready', error: null, tool: 'stories-a' });
  const targets = ids.map((id) => ({
    name: id,
    url: `${cdnUrl}iframe.html?id=${id}&viewMode=story`,
    framework: 'stories-a',
  }));
  const run = { suite: 'audits', branch: 'main', targets, autoBaseline: true };
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run);
  const { id, snapshots, ...ended } = await settled(service, 'captures', body.id);
  expect(ended).toMatchObject({ status: 'completed', failedSnapshots: 0 });
  expect(snapshots.filter(({ unstable }) => unstable)).toEqual([]);
  const from = new Map(snapshots.map(({ name, provenFrom }) => [name, provenFrom]));
  const images = new Map(snapshots.map(({ name, hash }) => [name, hash]));
  return { id, from, images };
}

const proofs = async () => (await service.ask<ProjectSettings>('GET', '/api/v1/settings')).body.proof;

it('an audit that holds changes nothing; one that does not captures all stories, then and later', async () => {
  const first = await capture();
  expect([...first.from.values()]).toEqual(ids.map(() => null));

  audited.add('card--two');
  const second = await capture();
  expect([...second.from]).toEqual(ids.map((id) => [id, audited.has(id) ? null : first.id]));
  // Five images are taken over, wrong ones among them: only an audit of one of these can tell.
  expect(second.images).toEqual(first.images);
  expect([await proofs(), warnings]).toEqual([true, []]);

  audited.add('badge--one');
  const third = await capture();
  expect([...third.from.values()]).toEqual(ids.map(() => null));
  const differs = (id: string) => third.images.get(id) !== first.images.get(id);
  expect(ids.filter(differs)).toEqual(ids.filter((id) => id.startsWith('badge')));
  expect(await proofs()).toBe(false);
  expect(warnings).toEqual([
    expect.objectContaining({ capture: third.id, snapshot: 'badge--one', provenFrom: first.id }),
  ]);

  audited.clear();
  expect([...(await capture()).from.values()]).toEqual(ids.map(() => null));
});
