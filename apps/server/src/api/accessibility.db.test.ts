import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  A11yMode,
  Capture,
  Diff,
  DiffAccessibility,
  DiffSummary,
  ProjectSummary,
  Review,
  Usage,
} from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { accessibilityRecord } from '../../testing/pages/accessibilityRecord.js';
import { passDays } from '../../testing/retentionRows.js';
import { removeAllRows } from '../../testing/scenarios/removeAllRows.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { Fleet } from '../domain/captures/Fleet.js';
import { giveUp } from '../service/giveUp.js';
import { applyRetention } from '../service/retention/applyRetention.js';
import { removeMarked } from '../service/retention/removeMarked.js';
import { placeOf } from '../store/blobs/placeOf.js';
import { ensureProject } from '../store/projects/projects.js';

interface Page {
  shade?: number;
  buttons: Record<string, string>;
  violations?: Record<string, string>;
}
/** What pages look like and say, by their names. */
let pages: Record<string, Page> = {};
/** The names of those whose rules were checked. */
let checked: string[] = [];

const fleet: Fleet = {
  async capture(targets, { onOutcome, wantsRules }) {
    for (const [index, { name }] of targets.entries()) {
      const { shade = 1, buttons, violations = {} } = pages[name] ?? { buttons: {} };
      const png = image(shade);
      const tree = accessibilityRecord(buttons, null);
      const isWanted = await wantsRules?.(index, png, tree);
      if (isWanted) checked.push(name);
      const accessibility =
        isWanted === undefined
          ? {}
          : { accessibility: { tree, checked: isWanted ? accessibilityRecord(buttons, violations) : null } };
      const timings = { load: 1, settle: 1, shot: 1 };
      await onOutcome(index, { ok: true, png, unstable: false, timings, renderer: 'test', ...accessibility });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
};

let service: TestService;
let key: string;
let slug: string;
let projects = 0;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());
beforeEach(async () => {
  slug = `acme/a11y-${++projects}`;
  key = await service.newKey(slug);
  await setMode('review');
});

async function setMode(a11y: A11yMode, bySuite: Record<string, A11yMode> = {}): Promise<void> {
  const { id } = await ensureProject(service.resources.database, slug);
  await service.resources.database
    .updateTable('projects')
    .set({ a11y, a11yBySuite: JSON.stringify(bySuite) })
    .where('id', '=', id)
    .execute();
}

const ask = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
  service.ask<T>(method, path, body, key);

/** Captures pages at a commit and compares them with what its history accepted. */
async function build(
  branch: string,
  commits: readonly string[],
  shown: typeof pages,
  more: { autoBaseline?: boolean; autoApprove?: boolean } = {},
): Promise<Diff> {
  [pages, checked] = [shown, []];
  const [commit, ...history] = commits;
  const targets = Object.keys(shown).map((name) => ({ name, url: `https://example.com/${name}` }));
  const run = { suite: 'web', branch, commit, history, targets, ...more };
  const { body } = await ask<Capture>('POST', '/api/v1/captures', run);
  const capture = await settled(service, 'captures', body.id, { apiKey: key });
  expect(capture.status).toBe('completed');
  if (more.autoBaseline) return {} as Diff;
  const made = await ask<Diff>('POST', '/api/v1/diffs', { suite: 'web', headCaptureId: capture.id });
  return settled(service, 'diffs', made.body.id, { apiKey: key });
}

const changesOf = async ({ id }: Pick<Diff, 'id'>) =>
  (await ask<DiffAccessibility>('GET', `/api/v1/diffs/${id}/accessibility`)).body;
/** `name: kinds of findings, decision`. */
const short = async (diff: Pick<Diff, 'id'>) =>
  (await changesOf(diff)).changes.map(
    ({ name, findings, approvalStatus }) =>
      `${name}: ${findings.map(({ kind }) => kind).join()} ${approvalStatus}`,
  );
const decide = (diff: Pick<Diff, 'id'>, body: object) =>
  ask<{ decided: number; total: number }>('POST', `/api/v1/diffs/${diff.id}/accessibility`, body);
const concludes = async ({ id }: Pick<Diff, 'id'>) =>
  (await ask<DiffSummary>('GET', `/api/v1/diffs/${id}?fields=summary`)).body.conclusion;
const checkOf = async (commit: string) => {
  const { body } = await ask<{
    checkRuns: { commit: string; suite: string | null; conclusion: string | null; title: string }[];
  }>('GET', '/api/v1/check-runs');
  return body.checkRuns.find((run) => run.commit === commit && run.suite === 'web');
};

const plain: Page = { buttons: { save: 'Save', open: 'Open' } };
const lost: Page = { buttons: { save: '', open: 'Open' } };

test('a record whose bytes are lost is made again once that was noticed', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const { database } = service.resources;
  const { id } = await ensureProject(database, slug);
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') hash from accessibility_records where project_id = ${id}`.execute(database);
  const [hash = ''] = rows.map((row) => row.hash);
  await rm(join(service.blobFolder, placeOf(hash)));
  // There is nothing to compare it with.
  expect(await short(await build('topic', ['t1', 'm1'], { card: lost }))).toEqual([]);
  await build('main', ['m2', 'm1'], { card: plain }, { autoBaseline: true });
  expect(checked).toEqual(['card']);
  expect(await short(await build('next', ['n1', 'm2', 'm1'], { card: lost }))).toEqual([
    'card: nameLost pending',
  ]);
});

test('a change without any pixel changed is reviewed, and approved once', async () => {
  const first = await build('main', ['m1'], { card: plain });
  expect(await short(first)).toEqual([]);
  await ask('POST', `/api/v1/diffs/${first.id}/approve`, {});
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  expect(diff.results.map(({ status, approvalStatus }) => [status, approvalStatus])).toEqual([
    ['unchanged', 'approved'],
  ]);
  expect(diff).toMatchObject({
    conclusion: 'failure',
    accessibility: { pending: 1 },
    counts: { pending: 0 },
  });
  const { mode, changes } = await changesOf(diff);
  expect(mode).toBe('review');
  expect(changes).toMatchObject([
    {
      name: 'card',
      resultStatus: 'unchanged',
      total: 1,
      isReviewable: true,
      approvalStatus: 'pending',
      findings: [
        { kind: 'nameLost', from: 'Save', to: null, boxes: { after: { x: 0, y: 0, width: 1, height: 1 } } },
      ],
    },
  ]);
  expect(await checkOf('t1')).toMatchObject({ conclusion: 'failure', title: '1 to review' });
  expect((await decide(diff, { decision: 'approved' })).body).toEqual({ decided: 1, total: 1 });
  expect((await decide(diff, { decision: 'approved' })).body).toEqual({ decided: 1, total: 1 });
  expect(await concludes(diff)).toBe('success');
  expect(await checkOf('t1')).toMatchObject({ conclusion: 'success' });
  // The next build of the branch, the merge by squash, and a branch that starts from it.
  expect(await short(await build('topic', ['t2', 't1', 'm1'], { card: lost }))).toEqual([]);
  const merged = await build('main', ['m2', 'm1'], { card: lost });
  expect(await short(merged)).toEqual(['card: nameLost approved']);
  expect((await changesOf(merged)).changes[0]).toMatchObject({ decidedIn: diff.id });
  expect(await short(await build('main', ['m3', 'm2', 'm1'], { card: lost }))).toEqual([]);
  expect(await short(await build('next', ['n1', 'm3', 'm2', 'm1'], { card: lost }))).toEqual([]);
  // Mended, then lost again: asked again.
  expect(await short(await build('main', ['m4', 'm3', 'm2', 'm1'], { card: plain }))).toEqual([]);
  expect(await short(await build('again', ['a1', 'm4', 'm3', 'm2', 'm1'], { card: lost }))).toEqual([
    'card: nameLost pending',
  ]);
});

test('a new violation is a change, an old one is none', async () => {
  const broken = { ...plain, violations: { save: 'color-contrast' } };
  await build('main', ['m1'], { card: broken }, { autoBaseline: true });
  expect(await short(await build('topic', ['t1', 'm1'], { card: broken }))).toEqual([]);
  expect(checked).toEqual([]);
  const worse = { buttons: plain.buttons, shade: 2, violations: { save: 'color-contrast', open: 'label' } };
  const diff = await build('topic', ['t2', 't1', 'm1'], { card: worse });
  expect(checked).toEqual(['card']);
  expect(await short(diff)).toEqual(['card: violation pending']);
  // The picture and the accessibility change are decided each for itself.
  await ask('POST', `/api/v1/diffs/${diff.id}/approve`, {});
  expect(await concludes(diff)).toBe('failure');
  await decide(diff, { decision: 'rejected', snapshots: ['card'] });
  expect(await concludes(diff)).toBe('failure');
  expect(await short(await build('topic', ['t3', 't2', 't1', 'm1'], { card: worse }))).toEqual([
    'card: violation rejected',
  ]);
});

test('what is undecided stays so in a build that did not capture it, and is decided in both', async () => {
  await build('main', ['m1'], { card: plain, other: plain }, { autoBaseline: true });
  const first = await build('topic', ['t1', 'm1'], { card: lost, other: plain });
  const second = await build('topic', ['t2', 't1', 'm1'], { other: plain });
  expect((await changesOf(second)).changes).toMatchObject([{ name: 'card', isCarried: true }]);
  expect(await concludes(second)).toBe('failure');
  await decide(second, { decision: 'approved' });
  expect([await short(first), await short(second)]).toEqual([
    ['card: nameLost approved'],
    ['card: nameLost approved'],
  ]);
  expect([await concludes(first), await concludes(second)]).toEqual(['success', 'success']);
  expect(await short(await build('topic', ['t3', 't2', 't1', 'm1'], { card: lost, other: plain }))).toEqual(
    [],
  );
});

test('a decision is taken back wherever it was remembered', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  await decide(diff, { decision: 'approved' });
  const merged = await build('main', ['m2', 'm1'], { card: lost });
  await decide(diff, { decision: 'pending' });
  expect([await short(diff), await short(merged)]).toEqual([
    ['card: nameLost pending'],
    ['card: nameLost pending'],
  ]);
  expect(await concludes(merged)).toBe('failure');
  expect(await short(await build('main', ['m3', 'm2', 'm1'], { card: lost }))).toEqual([
    'card: nameLost pending',
  ]);
});

test('two people who decide otherwise do not overwrite each other', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  const slots = [{ name: 'card', viewport: null }];
  const answers = await Promise.all([
    decide(diff, { decision: 'approved', slots, ifStatus: 'pending' }),
    decide(diff, { decision: 'rejected', slots, ifStatus: 'pending' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const unknown = await decide(diff, { decision: 'approved', snapshots: ['nothing'] });
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } } });
});

test('a build of the target counts though comparing it again failed', async () => {
  await build('main', ['m1'], { card: lost }, { autoBaseline: true });
  const fixed = await build('main', ['m2', 'm1'], { card: plain });
  await service.resources.database
    .updateTable('diffs')
    .set({ status: 'processing' })
    .where('id', '=', fixed.id)
    .execute();
  await giveUp(service.resources, { diffId: fixed.id }, new Error('its worker died three times'));
  const diff = await build('topic', ['t1', 'm2', 'm1'], { card: lost });
  expect(await short(diff)).toEqual(['card: nameLost pending']);
  expect(await concludes(diff)).toBe('failure');
});

test('a re-diff keeps what was decided', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  await decide(diff, { decision: 'rejected' });
  await ask('POST', `/api/v1/diffs/${diff.id}/rediff`, {});
  await settled(service, 'diffs', diff.id, { apiKey: key });
  expect(await short(diff)).toEqual(['card: nameLost rejected']);
});

test('with `record` a change is told and nobody waits for it; with `off` nothing is recorded', async () => {
  await setMode('review', { web: 'record' });
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  expect(await short(diff)).toEqual(['card: nameLost approved']);
  expect(diff).toMatchObject({ conclusion: 'success', accessibility: { pending: 0, approved: 0 } });
  expect((await decide(diff, { decision: 'rejected' })).body).toEqual({ decided: 0, total: 0 });
  await setMode('review', { web: 'off' });
  const silent = await build('topic', ['t2', 't1', 'm1'], { card: plain });
  expect([await short(silent), checked]).toEqual([[], []]);
});

const waitingIn = async () => {
  const { body } = await ask<{ diffs: DiffSummary[] }>('GET', '/api/v1/diffs?waiting=true');
  return body.diffs.map(({ id }) => id);
};

test('lists and counts of what waits for a review have it, until it is decided or its diff is gone', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  expect(await waitingIn()).toEqual([]);
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  expect(await waitingIn()).toEqual([diff.id]);
  const { body } = await ask<{ projects: ProjectSummary[] }>('GET', '/api/v1/projects');
  expect(body.projects).toMatchObject([{ waiting: 1 }]);
  const { body: review } = await ask<Review>('GET', `/api/v1/diffs/${diff.id}/review`);
  expect(unpackReview(review).map(({ status, accessibility }) => [status, accessibility])).toEqual([
    ['unchanged', 'pending'],
  ]);
  for (const decision of ['approved', 'pending', 'rejected'] as const) {
    await decide(diff, { decision, snapshots: ['card'] });
    expect(await waitingIn()).toEqual(decision === 'pending' ? [diff.id] : []);
  }
  await decide(diff, { decision: 'pending', snapshots: ['card'] });
  const superseding = await build('topic', ['t2', 't1', 'm1'], { card: plain });
  expect([await waitingIn(), superseding.conclusion]).toEqual([[], 'success']);
});

test('records count as usage and go with the images of their snapshots', async () => {
  const { database, blobs } = service.resources;
  const { id: projectId } = await ensureProject(database, slug);
  // Another project would keep the bytes of an equal record.
  const saying = (save: string, shade: number) => ({ card: { buttons: { save }, shade } });
  await build('main', ['m1'], saying('Gone in a week', 1), { autoBaseline: true });
  await build('main', ['m2', 'm1'], saying('Kept', 2), { autoBaseline: true });
  const records = () =>
    database
      .selectFrom('accessibilityRecords')
      .select(['hash', 'bytes'])
      .where('projectId', '=', projectId)
      .orderBy('captureId')
      .execute();
  const usage = async () => (await ask<Usage>('GET', '/api/v1/usage')).body.images.bytes;
  const [old, kept] = await records();
  if (!old || !kept) throw new Error('both builds have a record');
  const before = await usage();
  await database.updateTable('projects').set({ retentionDays: 7 }).where('id', '=', projectId).execute();
  await database.transaction().execute(async (transaction) => {
    for (const statement of passDays(9).replaceAll('$p', projectId).split(';'))
      await sql.raw(statement).execute(transaction);
  });
  await database.updateTable('images').set({ neededAt: null }).where('projectId', '=', projectId).execute();
  await applyRetention(service.resources);
  // The image first, then what was recorded of it.
  for (let round = 0; round < 2; round++) {
    await sql`update blob_removals set since = since - interval '61 minutes'`.execute(database);
    await removeMarked(service.resources);
  }
  expect(await records()).toEqual([kept]);
  expect([await blobs.has(old.hash), await blobs.has(kept.hash)]).toEqual([false, true]);
  expect(before - (await usage())).toBe(old.bytes + image(1).byteLength);
});

test('changes of another project are not there', async () => {
  await build('main', ['m1'], { card: plain }, { autoBaseline: true });
  const diff = await build('topic', ['t1', 'm1'], { card: lost });
  key = await service.newKey('acme/a11y-other');
  const missing = { status: 404, body: { error: { code: 'DIFF_NOT_FOUND' } } };
  expect(await ask('GET', `/api/v1/diffs/${diff.id}/accessibility`)).toMatchObject(missing);
  expect(await decide(diff, { decision: 'approved' })).toMatchObject(missing);
});

test('a check still waits for a review once the results of its build were removed', async () => {
  await build('main', ['c1'], { form: plain }, { autoBaseline: true });
  await build('topic', ['c2', 'c1'], { form: lost });
  const before = await checkOf('c2');
  expect(before?.conclusion).toBe('failure');
  await removeAllRows(service.resources.database);
  await ask('POST', '/api/v1/runs/finish', { branch: 'topic', commit: 'c2', runKey: 'r1' });
  expect(await checkOf('c2')).toEqual(before);
});
