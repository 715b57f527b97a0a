import type {
  Capture,
  CheckRunList,
  CompletedSession,
  CreatedSession,
  Diff,
  ErrorBody,
  ProjectSettings,
  Session,
  SnapshotDiffResult,
} from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { expireSessions } from '../service/sessions/expireSessions.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function upload(fields: Record<string, string>, red: number): Promise<SnapshotDiffResult> {
  const query = new URLSearchParams({ branch: 'main', commit: 'c0ffee1', baselineRef: 'main', ...fields });
  const answer = await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
  expect(answer.status).toBe(200);
  return answer.body as SnapshotDiffResult;
}

const open = async (suite: string, options: object = {}) =>
  (
    await service.ask<CreatedSession>('POST', '/api/v1/sessions', {
      suite,
      branch: 'main',
      commit: 'c0ffee1',
      ...options,
    })
  ).body;
const complete = (id: string, exitCode?: number) =>
  service.ask<CompletedSession>(
    'POST',
    `/api/v1/sessions/${id}/complete`,
    exitCode === undefined ? {} : { exitCode },
  );

test('uploads of a session are compared at once, over several suites, and its end concludes each', async () => {
  const { sessionId, captureId, diffId } = await open('forms', { autoApprove: true });
  expect(await upload({ suite: 'forms', name: 'a', sessionId }, 10)).toMatchObject({
    status: 'new',
    captureId,
    diffId,
    baselineSource: null,
  });
  await complete(sessionId);

  const second = await open('forms');
  expect(await upload({ suite: 'forms', name: 'a', sessionId: second.sessionId }, 10)).toMatchObject({
    status: 'unchanged',
    approvalStatus: 'approved',
    baselineSource: 'branch:main',
  });
  expect(await upload({ suite: 'forms', name: 'b', sessionId: second.sessionId }, 10)).toMatchObject({
    status: 'new',
  });
  const retried = await upload(
    { suite: 'tables', name: 'a', sessionId: second.sessionId, path: '["T"]' },
    200,
  );
  expect(retried).toMatchObject({ suite: 'tables', status: 'new', approvalStatus: 'pending', path: ['T'] });
  const { body } = await complete(second.sessionId);
  expect(service.resources.links.readImageToken(body.imageToken)).not.toBeNull();
  expect(body.diffs.map(({ suite, conclusion, summary }) => [suite, conclusion, summary])).toEqual([
    ['forms', 'failure', { changed: 0, new: 1, unchanged: 1, removed: 0, failed: 0 }],
    ['tables', 'failure', { changed: 0, new: 1, unchanged: 0, removed: 0, failed: 0 }],
  ]);
  expect((await complete(second.sessionId)).body).toEqual(body);
  expect((await complete(second.sessionId, 1)).status).toBe(409);
});

test('the image token of a completed session opens the images that storage keys name', async () => {
  const first = await open('keys', { autoApprove: true });
  await upload({ suite: 'keys', name: 'a', sessionId: first.sessionId }, 20);
  await complete(first.sessionId);
  const { sessionId } = await open('keys');
  const uploaded = await upload({ suite: 'keys', name: 'a', sessionId }, 220);
  const { imageToken } = (await complete(sessionId)).body;
  const keys = [uploaded.currentStorageKey, uploaded.baselineStorageKey, uploaded.diffStorageKey];
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) {
    const opened = await service.app.inject({ url: `/api/v1/images/${key}?token=${imageToken}` });
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/png']);
  }
  expect((await service.app.inject({ url: `/api/v1/images/${keys[0]}?token=x` })).statusCode).toBe(403);
});

test('the same slot again replaces the earlier image while the session is open (R21)', async () => {
  const { sessionId } = await open('retries', { autoApprove: true });
  await upload({ suite: 'retries', name: 'a', sessionId }, 10);
  await upload({ suite: 'retries', name: 'a', sessionId }, 200);
  await complete(sessionId);
  const after = await open('retries');
  expect(await upload({ suite: 'retries', name: 'a', sessionId: after.sessionId }, 200)).toMatchObject({
    status: 'unchanged',
  });
});

test('a session that ends with an error approves nothing automatically (R18)', async () => {
  const { sessionId } = await open('crashes', { autoApprove: true });
  await upload({ suite: 'crashes', name: 'a', sessionId }, 10);
  const { body } = await complete(sessionId, 1);
  expect(body.diffs[0]?.conclusion).toBe('failure');
  expect(await upload({ suite: 'crashes', name: 'a' }, 10)).toMatchObject({
    status: 'new',
    approvalStatus: 'pending',
  });
});

test('a session of another commit or branch is not joined (R47)', async () => {
  const { sessionId } = await open('joined');
  const join = (more: object) =>
    service.ask<ErrorBody>('POST', '/api/v1/sessions', {
      suite: 'joined',
      branch: 'main',
      commit: 'c0ffee1',
      sessionId,
      ...more,
    });
  expect((await join({})).status).toBe(200);
  for (const other of [
    { commit: 'c0ffee2' },
    { branch: 'feature' },
    { suite: 'second', branch: 'feature' },
  ]) {
    const { status, body } = await join(other);
    expect([status, body.error.code]).toEqual([409, 'SESSION_MISMATCH']);
  }
  const query = new URLSearchParams({
    suite: 'joined',
    name: 'a',
    branch: 'main',
    commit: 'c0ffee2',
    baselineRef: 'main',
    sessionId,
  });
  const stray = await service.upload(`/api/v1/snapshots?${query}`, image(1), 'image/png');
  expect(stray).toMatchObject({ status: 409, body: { error: { code: 'SESSION_MISMATCH' } } });
});

test('an upload without a session names its target, except on the default branch', async () => {
  const send = (fields: Record<string, string>) => {
    const query = new URLSearchParams({ suite: 'targets', name: 'a', commit: 'c0ffee1', ...fields });
    return service.upload(`/api/v1/snapshots?${query}`, image(1), 'image/png');
  };
  const { status, body } = await send({ branch: 'feature' });
  expect([status, (body as ErrorBody).error]).toEqual([
    400,
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^baselineRef: is required .* "main"$/),
      details: [expect.objectContaining({ path: 'baselineRef' })],
    }),
  ]);
  expect((await send({ branch: 'main' })).status).toBe(200);
  expect((await send({ branch: 'feature', baselineRef: 'main' })).status).toBe(200);
  expect((await send({ branch: 'feature', sessionId: 'ses_of_a_run' })).status).toBe(200);
});

test('an upload without a session holds its own slot alone', async () => {
  const { sessionId } = await open('singles', { autoApprove: true });
  for (const name of ['a', 'b', 'c']) await upload({ suite: 'singles', name, sessionId }, 10);
  await complete(sessionId);

  const { captureId, diffId } = await upload({ suite: 'singles', name: 'b', commit: 'c0ffee2' }, 200);
  const named = async () => {
    const { body } = await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`);
    return body.results.map(({ name, status }) => [name, status]);
  };
  expect(await named()).toEqual([['b', 'changed']]);
  const { body: capture } = await service.ask<Capture>('GET', `/api/v1/captures/${captureId}`);
  expect(capture).toMatchObject({ status: 'completed', partial: true, totalSnapshots: 1 });

  await service.ask('POST', `/api/v1/diffs/${diffId}/rediff`, {});
  await settled(service, 'diffs', diffId);
  expect(await named()).toEqual([['b', 'changed']]);

  // What it found is carried on, as a session's would be.
  const next = await open('singles', { commit: 'c0ffee3' });
  await upload({ suite: 'singles', name: 'a', commit: 'c0ffee3', sessionId: next.sessionId }, 10);
  const { body } = await complete(next.sessionId);
  expect(body.diffs[0]).toMatchObject({ conclusion: 'failure', changedSnapshots: ['b'] });
});

test('parallel first uploads under an id of the client make one session (R20)', async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      upload({ suite: 'shards', name: `shot ${index}`, sessionId: 'ses_from_ci' }, index),
    ),
  );
  expect(new Set(results.map((result) => result.diffId)).size).toBe(1);
  const { body } = await complete('ses_from_ci');
  expect(body.diffs).toHaveLength(1);
  expect(body.diffs[0]?.summary.new).toBe(8);
  const late = await service.upload(
    '/api/v1/snapshots?suite=shards&name=late&branch=main&commit=c0ffee1&sessionId=ses_from_ci',
    image(1),
    'image/png',
  );
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'SESSION_COMPLETED' } } });
});

const read = (id: string) => service.ask<Session>('GET', `/api/v1/sessions/${id}`);

test('a session tells how it stands, and follows what is decided later', async () => {
  const { sessionId, diffId, captureId } = await open('reading');
  await upload({ suite: 'reading', name: 'a', sessionId }, 10);
  expect((await read(sessionId)).body).toMatchObject({
    status: 'open',
    conclusion: null,
    exitCode: null,
    commit: 'c0ffee1',
    diffs: [{ id: diffId, suite: 'reading', counts: { new: 1, pending: 1 } }],
  });
  await complete(sessionId);
  expect((await read(sessionId)).body).toMatchObject({
    status: 'completed',
    conclusion: 'failure',
    exitCode: 0,
  });
  await service.ask('POST', `/api/v1/diffs/${diffId}/approve`, {});
  expect((await read(sessionId)).body.conclusion).toBe('success');

  const filtered = await open('reading');
  await upload({ suite: 'reading', name: 'b', sessionId: filtered.sessionId }, 10);
  await complete(filtered.sessionId);
  const { body } = await service.ask<Capture>('GET', `/api/v1/captures/${filtered.captureId}`);
  expect(body).toMatchObject({ partial: true, totalSnapshots: 2 });
  expect(captureId).not.toBe(filtered.captureId);
  expect((await read('ses_unknown')).status).toBe(404);
});

test('a session that nobody completes expires after a day, and promotes nothing (R22)', async () => {
  const { database } = service.resources;
  const { sessionId, diffId } = await open('idle', { autoApprove: true, commit: 'd1e' });
  await upload({ suite: 'idle', name: 'a', sessionId, commit: 'd1e' }, 10);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  expect(await expireSessions(service.resources)).toBe(0);
  await database.updateTable('snapshots').set({ uploadedAt: dayAgo }).execute();
  const table = database.updateTable('reviewSessions').where('id', '=', sessionId);
  // `created_at` is not for the service to write.
  await table.set({ createdAt: dayAgo }).execute();
  expect(await expireSessions(service.resources)).toBe(1);
  expect((await read(sessionId)).body).toMatchObject({ status: 'expired', conclusion: 'failure' });
  const { body } = await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`);
  expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('24 hours') });
  expect((await complete(sessionId)).status).toBe(409);
  const { body: checks } = await service.ask<CheckRunList>('GET', '/api/v1/check-runs?commit=d1e');
  expect(checks.checkRuns.map(({ status, conclusion, title }) => [status, conclusion, title])).toEqual([
    ['completed', 'failure', expect.any(String)],
    ['completed', 'failure', expect.any(String)],
  ]);
  expect(await upload({ suite: 'idle', name: 'a' }, 10)).toMatchObject({ status: 'new' });
});

test('approval memory is a setting of the project, which people change and keys read (R16)', async () => {
  const key = await service.newKey('acme/forgetful');
  const origin = { host: 'localhost:4300', origin: 'http://localhost:4300' };
  const token = await service.newSignInToken();
  const post = (url: string, headers: Record<string, string>, payload: object) =>
    service.app.inject({ method: 'POST', url, headers, payload });
  const [cookie] = (await post('/api/v1/sign-in', origin, { token })).cookies;
  const person = {
    ...origin,
    cookie: `svc_session=${cookie?.value}`,
    'x-svc-project': 'acme/forgetful',
  };
  const settings = () => service.ask('GET', '/api/v1/settings', undefined, key);
  const before = (await settings()).body as ProjectSettings;
  expect(before).toMatchObject({ approvalMemory: true, defaultBranch: 'main' });
  const change = { approvalMemory: false };
  expect((await service.ask('POST', '/api/v1/settings', change, key)).status).toBe(403);
  expect((await post('/api/v1/settings', person, change)).statusCode).toBe(200);
  expect((await settings()).body).toEqual({ ...before, approvalMemory: false });
  expect((await service.ask('GET', '/api/v1/settings')).body).toMatchObject({ approvalMemory: true });
});

test('parallel uploads of one slot leave one result, that of the image recorded last (R21)', async () => {
  const { sessionId, diffId, captureId } = await open('races', { autoApprove: true });
  await upload({ suite: 'races', name: 'a', sessionId }, 10);
  await complete(sessionId);
  expect(diffId).not.toBe('');
  const next = await open('races');
  await Promise.all(
    [90, 150, 200, 250, 150].map((red) =>
      upload({ suite: 'races', name: 'a', sessionId: next.sessionId }, red),
    ),
  );
  await complete(next.sessionId);
  const { body: diff } = await service.ask<Diff>('GET', `/api/v1/diffs/${next.diffId}`);
  const { body: capture } = await service.ask<Capture>('GET', `/api/v1/captures/${next.captureId}`);
  expect(diff.results.map((result) => result.headHash)).toEqual(
    capture.snapshots.map((snapshot) => snapshot.hash),
  );
  expect(capture.id).not.toBe(captureId);
});
