import type { Capture, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Shades below 10 are far apart. */
const imageOf = (shade: number) => image(shade < 10 ? (shade * 40) % 256 : shade);

type Images = Record<string, number>;
let suites = 0;
const newSuite = () => `suite ${++suites}`;

async function capture(suite: string, images: Images, options: object = {}): Promise<Capture> {
  const created = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: Object.keys(images).map((name) => ({ name })),
    ...options,
  });
  expect(created.status).toBe(200);
  for (const [name, red] of Object.entries(images)) {
    const path = `/api/v1/snapshots?captureId=${created.body.id}&name=${encodeURIComponent(name)}`;
    expect((await service.upload(path, imageOf(red), 'image/png')).status).toBe(200);
  }
  const read = await service.ask<Capture>('GET', `/api/v1/captures/${created.body.id}`);
  expect(read.body.status).toBe('completed');
  return read.body;
}

async function diff(suite: string, head: Capture, options: object = {}): Promise<Diff> {
  const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite,
    headCaptureId: head.id,
    ...options,
  });
  expect(created.status).toBe(200);
  return settled(service, 'diffs', created.body.id);
}

const statuses = (of: Diff) => Object.fromEntries(of.results.map((result) => [result.name, result.status]));
const approvals = (of: Diff) =>
  Object.fromEntries(of.results.map((result) => [result.name, result.approvalStatus]));
const decide = (verb: string, id: string, snapshots?: string[]) =>
  service.ask<Record<string, unknown>>('POST', `/api/v1/diffs/${id}/${verb}`, snapshots ? { snapshots } : {});

test('a change is found, approved, gone from the next diff, revoked, and back again', async () => {
  const suite = newSuite();
  await capture(suite, { a: 10, b: 20 }, { autoBaseline: true });
  const head = await capture(suite, { a: 10, b: 200, c: 30 });
  const first = await diff(suite, head);
  expect(statuses(first)).toEqual({ a: 'unchanged', b: 'changed', c: 'new' });
  expect(first.conclusion).toBe('failure');
  const changed = first.results.find((result) => result.name === 'b');
  expect(changed).toMatchObject({
    diffPercentage: 100,
    baselineSource: 'branch:main',
    width: 20,
    height: 10,
  });
  expect(changed?.diffImageUrl).toContain('/api/v1/images/');
  expect(changed?.thumbnailUrl).toContain('/api/v1/images/');
  const whole = { x: 0, y: 0, width: 20, height: 10 };
  expect(changed?.regions).toEqual([
    { ...whole, diffPixels: 200, kind: 'recolored', severity: 'high', base: whole },
  ]);
  expect(changed).toMatchObject({ columnChanges: [], moves: [], alignedDiffImageUrl: null });
  expect(first.results.find((result) => result.name === 'a')).toMatchObject({
    regions: null,
    rowChanges: null,
    columnChanges: null,
    moves: null,
    fingerprint: null,
    thumbnailUrl: null,
  });

  expect((await decide('approve', first.id)).body).toEqual({ approved: 2, total: 2 });
  expect((await decide('approve', first.id)).body).toEqual({ approved: 2, total: 2 });
  const second = await diff(suite, head);
  expect(statuses(second)).toEqual({ a: 'unchanged', b: 'unchanged', c: 'unchanged' });
  expect(second.conclusion).toBe('success');

  expect((await decide('revoke', first.id)).body).toEqual({ revoked: 2 });
  const third = await diff(suite, head);
  expect(statuses(third)).toEqual({ a: 'unchanged', b: 'changed', c: 'new' });
  expect(approvals(third)).toEqual({ a: 'approved', b: 'pending', c: 'pending' });
});

test('removal needs declared completeness, and its approval is a tombstone (R5, R24)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1, b: 2 }, { autoBaseline: true });
  const partial = await capture(suite, { a: 1 });
  expect(statuses(await diff(suite, partial))).toEqual({ a: 'unchanged', b: 'skipped' });
  const complete = await capture(suite, { a: 1 }, { complete: true });
  const removal = await diff(suite, complete);
  expect(statuses(removal)).toEqual({ a: 'unchanged', b: 'removed' });
  await decide('approve', removal.id, ['b']);
  expect(statuses(await diff(suite, complete))).toEqual({ a: 'unchanged' });
  const back = await capture(suite, { a: 1, b: 2 });
  expect(statuses(await diff(suite, back))).toEqual({ a: 'unchanged', b: 'new' });
});

test('a manifest limits the names, and what it lists but the head lacks is removed (R24)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1, b: 2, c: 3 }, { autoBaseline: true });
  const head = await capture(suite, { a: 9, b: 9 });
  const limited = await diff(suite, head, { manifest: ['a', 'c'] });
  expect(statuses(limited)).toEqual({ a: 'changed', b: 'skipped', c: 'removed' });
});

test('an approval in a pull request needs no second one after a squash merge (R16)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1 }, { autoBaseline: true });
  const pull = await capture(suite, { a: 2 }, { branch: 'feature', commit: 'aaaaaaa' });
  const reviewed = await diff(suite, pull, { baselineRef: 'main' });
  await decide('approve', reviewed.id);
  const squashed = await capture(suite, { a: 2 }, { commit: 'bbbbbbb' });
  const after = await diff(suite, squashed);
  expect(after.results[0]).toMatchObject({
    status: 'changed',
    approvalStatus: 'approved',
    baselineSource: `approval:${reviewed.id}`,
  });
  expect(after.conclusion).toBe('success');
  const next = await capture(suite, { a: 2 }, { commit: 'ccccccc' });
  expect(statuses(await diff(suite, next))).toEqual({ a: 'unchanged' });
});

test('a branch is compared with what it has seen of main, not with what was merged since (R7)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1 }, { autoBaseline: true, commit: 'aaaaaaa' });
  await capture(suite, { a: 2 }, { autoBaseline: true, commit: 'bbbbbbb' });
  const stays = await capture(
    suite,
    { a: 1 },
    { branch: 'old', commit: 'ddddddd', history: ['ddddddd', 'aaaaaaa'] },
  );
  expect(statuses(await diff(suite, stays))).toEqual({ a: 'unchanged' });
  const unaware = await capture(suite, { a: 1 }, { branch: 'other', commit: 'eeeeeee' });
  expect(statuses(await diff(suite, unaware))).toEqual({ a: 'changed' });
});

test('a rejection sticks to its transition on its branch, and approve-all leaves it alone (R15)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1, b: 1 }, { autoBaseline: true });
  const head = await capture(suite, { a: 2, b: 2 }, { branch: 'feature', commit: 'aaaaaaa' });
  const first = await diff(suite, head);
  expect((await decide('reject', first.id, ['a'])).body).toEqual({ rejected: 1, total: 1 });
  expect((await decide('approve', first.id)).body).toEqual({ approved: 1, total: 2 });
  const again = await capture(suite, { a: 2, b: 2 }, { branch: 'feature', commit: 'bbbbbbb' });
  expect(approvals(await diff(suite, again))).toEqual({ a: 'rejected', b: 'approved' });
  expect((await decide('approve', first.id, ['a'])).body).toEqual({ approved: 1, total: 1 });
});

test('an approval on top of a moved baseline is refused, and re-diff answers it (R14, R17)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1, b: 1 }, { autoBaseline: true });
  const head = await capture(suite, { a: 2, b: 2 });
  const mine = await diff(suite, head);
  await decide('approve', mine.id, ['b']);
  await capture(suite, { a: 3 }, { autoBaseline: true, commit: 'bbbbbbb' });
  expect((await service.ask<Diff>('GET', `/api/v1/diffs/${mine.id}`)).body.isStale).toBe(true);
  const refused = await decide('approve', mine.id, ['a']);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'DIFF_STALE', stale: { snapshot: 'a', newerDiffId: null } } },
  });
  await service.ask('POST', `/api/v1/diffs/${mine.id}/rediff`, {});
  const renewed = await settled(service, 'diffs', mine.id);
  expect(approvals(renewed)).toEqual({ a: 'pending', b: 'approved' });
  expect((await decide('approve', mine.id, ['a'])).body).toEqual({ approved: 1, total: 1 });
});

test('a comparison with a base capture looks at no branch (R7)', async () => {
  const suite = newSuite();
  const base = await capture(suite, { a: 1, b: 1 });
  const head = await capture(suite, { a: 1, b: 2 });
  const between = await diff(suite, head, { baseCaptureId: base.id });
  expect(statuses(between)).toEqual({ a: 'unchanged', b: 'changed' });
  expect(between.results[1]?.baselineSource).toBe(`capture:${base.id}`);
});

test('autoApprove approves and promotes (R18)', async () => {
  const suite = newSuite();
  const head = await capture(suite, { a: 1 }, { autoApprove: true });
  const born = await diff(suite, head);
  expect(born.results[0]).toMatchObject({
    status: 'new',
    approvalStatus: 'approved',
    decidedBy: 'auto-approve',
  });
  expect(statuses(await diff(suite, head))).toEqual({ a: 'unchanged' });
});

test('autoApprove counts for the first diff of a capture, not for comparisons with others later (R63)', async () => {
  const suite = newSuite();
  const base = await capture(suite, { a: 1, b: 1 });
  const old = await capture(suite, { a: 1, b: 2 }, { autoApprove: true });
  const first = await diff(suite, old, { baseCaptureId: base.id });
  expect(approvals(first)).toMatchObject({ b: 'approved' });
  const newer = await capture(suite, { a: 1, b: 3 }, { autoApprove: true });
  await diff(suite, newer);
  const later = await diff(suite, old, { baseCaptureId: newer.id });
  expect(approvals(later)).toMatchObject({ b: 'pending' });
  // The old image did not become the baseline again.
  expect(statuses(await diff(suite, newer))).toEqual({ a: 'unchanged', b: 'unchanged' });
});

test('an ephemeral capture compares, but never promotes (R19)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1 }, { autoBaseline: true });
  const head = await capture(suite, { a: 2 }, { ephemeral: true });
  expect(head).toMatchObject({ branch: null, commit: null, ephemeral: true });
  const looked = await diff(suite, head);
  expect(statuses(looked)).toEqual({ a: 'changed' });
  expect(await decide('approve', looked.id)).toMatchObject({
    status: 409,
    body: { error: { code: 'CAPTURE_EPHEMERAL' } },
  });
});

test('local runs keep their baselines to themselves (R19)', async () => {
  const suite = newSuite();
  await capture(suite, { a: 1 }, { autoBaseline: true });
  const local = await capture(suite, { a: 2 }, { isLocal: true });
  const looked = await diff(suite, local);
  expect(looked.isLocal).toBe(true);
  await decide('approve', looked.id);
  expect(statuses(await diff(suite, local))).toEqual({ a: 'unchanged' });
  const shared = await capture(suite, { a: 1 });
  expect(statuses(await diff(suite, shared))).toEqual({ a: 'unchanged' });
});

test('targetRefs replaces the branches that an approval promotes to (R13)', async () => {
  const suite = newSuite();
  const head = await capture(suite, { a: 1 }, { branch: 'feature' });
  const toTwo = await diff(suite, head, { targetRefs: ['main', 'release'] });
  await decide('approve', toTwo.id);
  const { body } = await service.ask<{ refs: string[]; baselines: unknown[] }>(
    'GET',
    `/api/v1/baselines?suite=${encodeURIComponent(suite)}`,
  );
  expect(body.refs).toEqual(['main', 'release']);
  expect(body.baselines).toHaveLength(2);
});

test('the threshold and antiAliasing of a diff are honored', async () => {
  const suite = newSuite();
  await capture(suite, { a: 100 }, { autoBaseline: true });
  const head = await capture(suite, { a: 104 });
  expect(statuses(await diff(suite, head))).toEqual({ a: 'unchanged' });
  expect(statuses(await diff(suite, head, { threshold: 0 }))).toEqual({ a: 'changed' });
});

test('decisions name what is wrong with them', async () => {
  const suite = newSuite();
  const head = await capture(suite, { a: 1 });
  const made = await diff(suite, head);
  expect(await decide('approve', made.id, ['a', 'nope'])).toMatchObject({
    status: 400,
    body: { error: { code: 'SNAPSHOT_NOT_IN_DIFF' } },
  });
  expect(approvals((await service.ask<Diff>('GET', `/api/v1/diffs/${made.id}`)).body)).toEqual({
    a: 'pending',
  });
  expect(await decide('approve', 'dif_nope')).toMatchObject({
    status: 404,
    body: { error: { code: 'DIFF_NOT_FOUND' } },
  });
});
