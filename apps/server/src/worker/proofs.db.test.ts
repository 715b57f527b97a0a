import { gzipSync } from 'node:zlib';
import type { Capture, CaptureTarget, Diff, ProjectSettings, Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { removeAllRows } from '../../testing/scenarios/removeAllRows.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import { bytea } from '../store/bytea.js';

/** The names of snapshots that are put to the test. */
const audited = new Set<string>();

let recipe = 'browser 1';
/** Shades of images by name; 1 unless given. */
let shades: Record<string, number> = {};
let unstable = new Set<string>();
let unsure = new Set<string>();
let dependent = new Set<string>();
let captured: string[] = [];
/** What each call of the fleet was given before it captured anything. */
let given: string[][] = [];
/** Whether the fleet asks for more before it captures what is put to the test. */
let asks = false;
/** What a story waits for before it is captured. */
let held: { name: string; until: Promise<void> } | null = null;
/** Of those that were captured, the ones that were said to need documents of their own. */
let alone: string[] = [];

/** Stories whose page loads two files of their own beside what all load. */
const fleet: Fleet = {
  async capture(targets, { onOutcome, isDependent, more, signal }) {
    const isTest = targets.some(({ name }) => audited.has(name));
    const all = [...targets, ...((asks && isTest && (await more?.(signal))) || [])];
    given.push(all.map(({ name }) => name));
    for (const [index, { name, url }] of all.entries()) {
      captured.push(name);
      if (held?.name === name) await held.until;
      if (isDependent?.(index)) alone.push(name);
      const storyId = new URL(url).searchParams.get('id') ?? '';
      const paths = ['iframe.html', 'index.json', 'preview.js', `${storyId}.stories.js`, 'logo.svg'];
      await onOutcome(index, {
        ok: true,
        png: image(shades[name] ?? 1),
        unstable: unstable.has(name),
        isDependent: dependent.has(name) || isDependent?.(index) === true,
        timings: { load: 1, settle: 1, shot: 1 },
        renderer: recipe,
        ...(unsure.has(name)
          ? {}
          : { loads: { page: 'iframe.html', storyId, paths, asked: paths, repeated: [], recipe } }),
      });
    }
  },
  discoverStories: async () => [],
  recipe: async () => recipe,
  close: async () => {},
};

const stories = ['badge', 'button', 'card'];
type Files = Record<string, string | Buffer>;
const build = (change: Files = {}): Files => ({
  'iframe.html': '<script src="./preview.js"></script>',
  'index.json': JSON.stringify({
    entries: Object.fromEntries(stories.map((id) => [id, { id, importPath: `./${id}.stories.tsx` }])),
  }),
  'preview.js': `all={${stories.map((id) => `"./${id}.stories.tsx":()=>o(()=>import("./${id}.stories.js"),[],import.meta.url)`)}};fetch("index.json");img("logo.svg")`,
  'logo.svg': '<svg/>',
  ...Object.fromEntries(stories.map((id) => [`${id}.stories.js`, `show("${id}")`])),
  ...change,
});

let service: TestService;
let suite = '';
/** What operators are told. */
const warnings: Record<string, unknown>[] = [];
beforeAll(async () => {
  service = await startTestService(fleet, undefined, undefined, {
    warn: (message, fields) => void warnings.push({ message, ...fields }),
  });
  service.resources.isAudited = (_captureId, { name }) => audited.has(name);
  await service.resources.database.updateTable('projects').set({ a11y: 'off' }).execute();
});
afterAll(() => service.stop());
let round = 0;
beforeEach(() => {
  round += 1;
  suite = `suite ${round}`;
});
afterEach(async () => {
  [recipe, shades, unstable, unsure, dependent] = ['browser 1', {}, new Set(), new Set(), new Set()];
  audited.clear();
  asks = false;
  held = null;
  warnings.length = 0;
  await turn(true);
});

const isOn = async (): Promise<boolean> =>
  (await service.ask<ProjectSettings>('GET', '/api/v1/settings')).body.proof;
const turn = (proof: boolean) => service.resources.database.updateTable('projects').set({ proof }).execute();

interface Options {
  branch?: string;
  proof?: boolean;
  alter?: (target: CaptureTarget) => CaptureTarget;
}

/** Captures a build of the stories. */
async function capture(files: Files, { branch = 'main', proof, alter = (one) => one }: Options = {}) {
  const archive = gzipSync(tarOf(files));
  const sent = await service.upload('/api/v1/sites', archive, 'application/gzip');
  const { cdnUrl } = await settled(service, 'sites', (sent.body as Site).id);
  const targets = stories.map((id) =>
    alter({ name: id, url: `${cdnUrl}iframe.html?id=${id}&viewMode=story` }),
  );
  const run = {
    suite,
    branch,
    targets,
    autoBaseline: branch === 'main',
    ...(proof === undefined ? {} : { proof }),
  };
  [captured, given, alone] = [[], [], []];
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run);
  const ended = await settled(service, 'captures', body.id);
  const taken = Object.fromEntries(ended.snapshots.map(({ name, provenFrom }) => [name, provenFrom]));
  return { ...ended, taken, captured: [...captured].sort() };
}

test('stories of the same bytes take over the images of the capture that took them', async () => {
  const first = await capture(build());
  expect(first.captured).toEqual(stories);
  const second = await capture(build());
  expect(second.captured).toEqual([]);
  expect(second).toMatchObject({ status: 'completed', completedSnapshots: 3, failedSnapshots: 0 });
  const third = await capture(build({ 'card.stories.js': 'show("cards")' }));
  expect(third.captured).toEqual(['card']);
  expect(third.taken).toEqual({ badge: first.id, button: first.id, card: null });
  const fourth = await capture(build({ 'card.stories.js': 'show("cards")' }));
  expect(fourth.taken).toEqual({ badge: first.id, button: first.id, card: third.id });
});

test('stories of which no capture is kept any longer take over the images of the newest one', async () => {
  const first = await capture(build());
  const second = await capture(build({ 'card.stories.js': 'show("cards")' }));
  await removeAllRows(service.resources.database);
  const third = await capture(build({ 'card.stories.js': 'show("cards")' }), { branch: 'feature' });
  expect(third.captured).toEqual([]);
  expect(third.taken).toEqual({ badge: first.id, button: first.id, card: second.id });
  const { rows } = await sql`select from snapshot_loads loads where not exists (
    select from snapshots where capture_id = loads.capture_id and name = loads.name)`.execute(
    service.resources.database,
  );
  expect(rows).toEqual([]);
});

test('a story that depends on others has a document of its own from then on', async () => {
  dependent = new Set(['card']);
  await capture(build(), { branch: 'stranger' });
  await capture(build());
  expect(alone).toEqual([]);
  dependent = new Set();
  await capture(build(), { proof: false });
  expect([captured, alone]).toEqual([stories, ['card']]);
  await capture(build({ 'card.stories.js': 'show("cards")' }), { branch: 'feature' });
  expect([captured, alone]).toEqual([['card'], ['card']]);

  // Its image was taken over by the capture before.
  expect((await capture(build())).captured).toEqual([]);
  await capture(build({ 'logo.svg': '<svg></svg>' }));
  expect([[...captured].sort(), alone]).toEqual([stories, ['card']]);
});

test('what every story loads has them all captured', async () => {
  await capture(build());
  expect((await capture(build({ 'logo.svg': '<svg></svg>' }))).captured).toEqual(stories);
});

test('so does what a story loads in another encoding, to the last byte', async () => {
  const inUtf16 = (text: string) =>
    build({ 'card.stories.js': Buffer.from(`\ufeffshow("${text}")`, 'utf16le') });
  await capture(inUtf16('é'));
  expect((await capture(inUtf16('é'))).captured).toEqual([]);
  expect((await capture(inUtf16('è'))).captured).toEqual(['card']);
});

test('what is not certain is captured', async () => {
  unsure = new Set(['badge']);
  unstable = new Set(['button']);
  await capture(build());
  expect((await capture(build())).captured).toEqual(['badge', 'button']);
});

test('another renderer, another target, --no-proof and the setting have stories captured', async () => {
  await capture(build());
  const alter = (target: CaptureTarget) => (target.name === 'card' ? { ...target, delay: 10 } : target);
  expect((await capture(build(), { alter })).captured).toEqual(['card']);
  expect((await capture(build(), { proof: false })).captured).toEqual(stories);
  recipe = 'browser 2';
  expect((await capture(build())).captured).toEqual(stories);
  expect((await capture(build())).captured).toEqual([]);
  await turn(false);
  expect((await capture(build())).captured).toEqual(stories);
});

test('a branch takes over images of its own and of the default branch, and of no other', async () => {
  const elsewhere = await capture(build(), { branch: 'stranger' });
  expect(elsewhere.captured).toEqual(stories);
  const main = await capture(build());
  expect(main.captured).toEqual(stories);
  expect((await capture(build(), { branch: 'feature' })).taken.card).toBe(main.id);
});

test('a proven image is judged like any other', async () => {
  await capture(build());
  shades = { card: 200 };
  const changed = build({ 'card.stories.js': 'show("cards")' });
  const pending = await capture(changed, { branch: 'feature' });
  const again = await capture(changed, { branch: 'feature' });
  expect(again.captured).toEqual([]);
  expect(again.taken.card).toBe(pending.id);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: again.id });
  const diff = await settled(service, 'diffs', body.id);
  expect(diff.counts).toMatchObject({ changed: 1, unchanged: 2 });
});

test('an audit that confirms a proof captures that story alone', async () => {
  await capture(build());
  audited.add('button');
  const { captured, taken } = await capture(build());
  expect(captured).toEqual(['button']);
  expect(taken).toMatchObject({ button: null, card: expect.stringMatching(/^cap_/) });
  expect(await isOn()).toBe(true);
});

test('an audit that refutes a proof captures everything, until somebody switches proofs on again', async () => {
  const { id: from } = await capture(build());
  audited.add('button');
  shades = { button: 9 };
  const refuted = await capture(build());
  expect(refuted.captured).toEqual(stories);
  expect(refuted.taken).toEqual({ badge: null, button: null, card: null });
  expect(await isOn()).toBe(false);
  expect(warnings).toEqual([
    {
      message: expect.stringContaining('the project captures every story again'),
      ...{ capture: refuted.id, snapshot: 'button', provenFrom: from },
    },
  ]);

  audited.clear();
  const off = await capture(build());
  expect(off.captured).toEqual(stories);

  const { asKey, asPerson, readAudit } = await signIn();
  expect(await asKey({ proof: true })).toBe(403);
  expect(await isOn()).toBe(false);
  expect(await asPerson({ proof: true })).toBe(200);
  expect(await isOn()).toBe(true);
  const again = await capture(build());
  expect(again.captured).toEqual([]);
  expect(again.taken).toEqual({ badge: off.id, button: off.id, card: off.id });
  audited.add('card');
  expect((await capture(build())).captured).toEqual(['card']);
  expect(await isOn()).toBe(true);
  expect(warnings).toHaveLength(1);

  const [stopped, resumed] = await readAudit();
  expect(stopped).toMatchObject({
    ...{ action: 'proof.stopped', actor: 'server:capture' },
    ...{ target: refuted.id, details: { snapshot: 'button', from } },
  });
  expect(resumed).toMatchObject({
    ...{ action: 'settings.changed', actor: expect.stringMatching(/^user:/) },
    details: { from: { proof: false }, to: { proof: true } },
  });
});

/** Ways to change the settings of the project, which answer with the status. */
async function signIn() {
  const post = (url: string, headers: Record<string, string>, payload: object) =>
    service.app.inject({ method: 'POST', url, headers, payload });
  const origin = { host: 'localhost:4300', origin: 'http://localhost:4300' };
  const token = await service.newSignInToken();
  const [cookie] = (await post('/api/v1/sign-in', origin, { token })).cookies;
  const person = { ...origin, cookie: `svc_session=${cookie?.value}`, 'x-svc-project': 'acme/web' };
  return {
    asPerson: async (change: object) => (await post('/api/v1/settings', person, change)).statusCode,
    asKey: async (change: object) => (await service.ask('POST', '/api/v1/settings', change)).status,
    /** Of stops and settings, oldest first. */
    readAudit: () =>
      service.resources.database
        .selectFrom('auditLog')
        .select(['action', 'actor', 'target', 'details'])
        .where('action', 'in', ['proof.stopped', 'settings.changed'])
        .orderBy('id')
        .execute(),
  };
}

test('what is not proven is captured beside an audit, and once', async () => {
  await capture(build());
  audited.add('button');
  asks = true;
  const changed = await capture(build({ 'card.stories.js': 'show("cards")' }));
  expect(given).toEqual([['button', 'card']]);
  expect(changed.captured).toEqual(['button', 'card']);
  expect(changed.taken).toEqual({ badge: expect.stringMatching(/^cap_/), button: null, card: null });

  shades = { button: 9 };
  expect((await capture(build({ 'card.stories.js': 'show("all cards")' }))).captured).toEqual(stories);
  expect(given).toEqual([['button', 'card'], ['badge']]);
});

test('a job whose proofs cannot be recorded ends when the capture beside them has ended', async () => {
  await capture(build());
  audited.add('button');
  asks = true;
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  held = { name: 'card', until };
  const { database, measures } = service.resources;
  const states: string[] = [];
  service.resources.measures = {
    ...measures,
    proven() {
      service.resources.measures = measures;
      void lookAtJob().finally(release);
      throw new Error('the proofs could not be recorded');
    },
  };
  async function lookAtJob() {
    for (let look = 0; look < 20; look++) {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = 'captureTargets' and state <> 'completed'`.execute(
        database,
      );
      states.push(...rows.map(({ state }) => state));
    }
  }
  const changed = await capture(build({ 'card.stories.js': 'show("cards")' }));
  expect(new Set(states)).toEqual(new Set(['active']));
  expect(changed).toMatchObject({ status: 'completed', completedSnapshots: 3 });
  expect(changed.captured).toEqual(['button', 'card']);
});

test('a story whose image was removed is captured again', async () => {
  const { snapshots } = await capture(build());
  await service.resources.database
    .updateTable('images')
    .set({ removedAt: new Date() })
    .where('hash', '=', bytea(snapshots[0]?.hash ?? ''))
    .execute();
  expect((await capture(build())).captured).toEqual(stories);
});
