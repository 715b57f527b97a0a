import {
  type CancelSuperseded,
  type Capture,
  type CreatedSession,
  createCaptureBody,
  type Diff,
  type ErrorBody,
  type Session,
  snapshotBatchBody,
  snapshotFields,
} from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { type RunOptions, runParts } from '../../../testing/runParts.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { newId } from '../../store/newId.js';
import { findProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { storeImage } from '../images/storeImage.js';
import { changeSettings } from '../projects/changeSettings.js';
import { uploadAndCompare, uploadKnown } from '../sessions/uploadAndCompare.js';
import { createCapture } from './createCapture.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A project that wants this, in which the commits `c1` to `c3` follow each other. */
async function openProject(name: string, cancelSuperseded?: CancelSuperseded) {
  const apiKey = await service.newKey(`acme/${name}`);
  const project = await findProject(service.resources.database, `acme/${name}`);
  if (!project) throw new Error('the project of the test is gone');
  if (cancelSuperseded)
    await changeSettings(service.resources, accessAsServer(project), { cancelSuperseded });
  const parts = runParts(service, apiKey);
  const origin = 'ab'.repeat(16);
  await parts.post('/commits', {
    commits: [
      { id: 'c3', parents: ['c2'], origin },
      { id: 'c2', parents: ['c1'], origin },
      { id: 'c1', parents: [], origin },
    ],
  });
  const run = (commit: string, more: Partial<RunOptions & { sessionId: string }> = {}) => ({
    suite: 'forms',
    branch: 'feature',
    commit,
    ...more,
  });
  const get = async <Body>(path: string) =>
    (await service.ask<Body>('GET', `/api/v1${path}`, undefined, apiKey)).body;
  const state = async (sessionId: string) => (await get<Session>(`/sessions/${sessionId}`)).status;
  const upload = (sessionId: string, name: string, red = 1, commit = 'c1') => {
    const query = { sessionId, suite: 'forms', branch: 'feature', commit, name, baselineRef: 'main' };
    const path = `/api/v1/snapshots?${new URLSearchParams(query)}`;
    return service.upload(path, image(red), 'image/png', apiKey);
  };
  const begin = (commit: string, more: Partial<RunOptions & { sessionId: string }> = {}) =>
    parts.post<CreatedSession>('/sessions', run(commit, more));
  return { apiKey, parts, run, get, state, upload, begin };
}

test('nothing is cancelled unless the project wants it', async () => {
  const { begin, state } = await openProject('calm');
  const older = await begin('c1');
  await begin('c2');
  expect(await state(older.sessionId)).toBe('open');
});

test('a build whose process died as soon as it was recorded cancels older ones when its call is repeated', async () => {
  const name = 'died';
  const { begin, state, run, get } = await openProject(name);
  const project = await findProject(service.resources.database, `acme/${name}`);
  if (!project) throw new Error('the project of the test is gone');
  const access = accessAsServer(project);
  const capture = (isRepeated: boolean, cancelSuperseded: CancelSuperseded) =>
    createCapture(
      service.resources,
      { ...access, project: { ...project, cancelSuperseded } },
      createCaptureBody.parse({ ...run('c2'), snapshots: [{ name: 'a' }] }),
      { newId: () => 'cap_of_two_calls', isRepeated },
    );

  const older = await begin('c1');
  // It is recorded, and no more.
  const id = await capture(false, 'never');
  expect(await state(older.sessionId)).toBe('open');
  expect(await capture(true, 'all-branches')).toBe(id);
  expect(await state(older.sessionId)).toBe('cancelled');

  const sessionId = 'ses_of_two_calls';
  const join = () => begin('c3', { sessionId });
  await join();
  expect(await get<Capture>(`/captures/${id}`)).toMatchObject({ status: 'pending' });
  await changeSettings(service.resources, access, { cancelSuperseded: 'all-branches' });
  await join();
  expect(await get<Capture>(`/captures/${id}`)).toMatchObject({
    status: 'failed',
    error: 'superseded by commit c3',
  });
  expect(await state(sessionId)).toBe('open');
});

test.each(['an upload', 'a batch'] as const)(
  '%s that opened a session when its process died cancels older builds when it is repeated',
  async (kind) => {
    const isUpload = kind === 'an upload';
    const name = isUpload ? 'died-in-upload' : 'died-in-batch';
    const { begin, state, run } = await openProject(name);
    const project = await findProject(service.resources.database, `acme/${name}`);
    if (!project) throw new Error('the project of the test is gone');
    const access = accessAsServer(project);
    const { hash } = await storeImage(service.resources, project.id, image(1));
    const older = await begin('c1');
    const snapshot = { name: 'a', hash };
    const of = { ...run('c2'), baselineRef: 'main', sessionId: `ses_${name}` };
    const send = (isRepeated: boolean, cancelSuperseded: CancelSuperseded) => {
      const entered = { ...access, project: { ...project, cancelSuperseded } };
      const attempt = { newId, isRepeated };
      return isUpload
        ? uploadAndCompare(
            service.resources,
            entered,
            snapshotFields.parse({ ...of, ...snapshot }),
            { hash },
            attempt,
          )
        : uploadKnown(
            service.resources,
            entered,
            snapshotBatchBody.parse({ ...of, snapshots: [snapshot] }),
            attempt,
          );
    };
    // Its session is opened, and no more.
    await send(false, 'never');
    expect(await state(older.sessionId)).toBe('open');
    await send(true, 'all-branches');
    expect([await state(older.sessionId), await state(of.sessionId)]).toEqual(['cancelled', 'open']);
  },
);

test('the session of an older commit ends red and says why, until its part runs again', async () => {
  const { begin, get, upload, parts, run } = await openProject('branches', 'other-branches');
  const older = await begin('c1', { job: 'ui', autoApprove: true });
  await upload(older.sessionId, 'a');
  await begin('c1', { suite: 'pages', job: 'pages' });
  const newer = await begin('c2', { job: 'ui' });
  const because = 'superseded by commit c2';
  expect(await get(`/sessions/${older.sessionId}`)).toMatchObject({
    status: 'cancelled',
    conclusion: 'failure',
    error: because,
    diffs: [
      {
        status: 'failed',
        conclusion: 'failure',
        error: because,
        capture: { status: 'failed', error: because },
      },
    ],
  });
  expect(await parts.check('c1', 'forms')).toBe('failure: Superseded by commit c2');
  expect((await get<{ refs: string[] }>('/baselines?suite=forms')).refs).toEqual([]);

  const late = await upload(older.sessionId, 'b');
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'SESSION_COMPLETED' } } });
  expect((late.body as ErrorBody).error.message).toContain('was superseded by commit c2');

  await parts.run({ ...run('c1', { job: 'ui' }), autoApprove: true }, { a: 1 });
  expect(await parts.check('c1', 'forms')).toBe('success: 1 approved');
  expect(await get(`/sessions/${newer.sessionId}`)).toMatchObject({ status: 'open', error: null });
});

test('building the older commit again cancels nothing, and is not cancelled by further parts of the newer one', async () => {
  const { begin, state } = await openProject('again', 'other-branches');
  const older = await begin('c1', { shard: '1/2', runKey: 'first' });
  const newer = await begin('c2', { shard: '1/2', runKey: 'second' });
  const again = await begin('c1', { shard: '1/2', runKey: 'first' });
  const rest = await begin('c2', { shard: '2/2', runKey: 'second' });
  const states = await Promise.all([older, newer, again, rest].map(({ sessionId }) => state(sessionId)));
  expect(states).toEqual(['cancelled', 'open', 'open', 'open']);
});

test('all shards of the older commit end, and none of the newer one', async () => {
  const { begin, state, parts, run } = await openProject('shards', 'other-branches');
  const shardsOf = async (commit: string) => {
    const sessions: CreatedSession[] = [];
    for (const shard of ['1/3', '2/3', '3/3']) sessions.push(await begin(commit, { shard, runKey: commit }));
    return sessions;
  };
  const older = await shardsOf('c1');
  const newer = await shardsOf('c2');
  const statesOf = (sessions: CreatedSession[]) =>
    Promise.all(sessions.map(({ sessionId }) => state(sessionId)));
  expect(await statesOf(older)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(await statesOf(newer)).toEqual(['open', 'open', 'open']);
  expect(await parts.check('c1', 'forms')).toBe('failure: Shard 1/3: Superseded by commit c2');
  await parts.run(run('c1', { shard: '1/3', runKey: 'c1', autoApprove: true }), { a: 1 });
  expect(await parts.check('c1', 'forms')).toBe('failure: Shard 2/3: Superseded by commit c2');
});

test('two builds that begin together never cancel the newer commit', async () => {
  const { begin, state } = await openProject('together', 'other-branches');
  for (let round = 0; round < 5; round++) {
    const suite = `suite ${round}`;
    const [, newer] = await Promise.all([begin('c1', { suite }), begin('c2', { suite })]);
    expect(await state(newer.sessionId)).toBe('open');
  }
});

test('an older commit that begins late cancels nothing', async () => {
  const { begin, state } = await openProject('late', 'other-branches');
  const newer = await begin('c2');
  await begin('c1');
  expect(await state(newer.sessionId)).toBe('open');
  const unknown = await openProject('late-history', 'other-branches');
  const own = await unknown.parts.post<CreatedSession>('/sessions', {
    ...unknown.run('d2'),
    history: ['d2', 'd1'],
  });
  await unknown.begin('d1');
  expect(await unknown.state(own.sessionId)).toBe('open');
});

test('a rewritten branch is replaced by what is pushed later', async () => {
  const { begin, state } = await openProject('rewritten', 'other-branches');
  const before = await begin('c3');
  await begin('amended');
  expect(await state(before.sessionId)).toBe('cancelled');
});

test('the default branch is left alone unless the setting names it', async () => {
  const calm = await openProject('main-calm', 'other-branches');
  const kept = await calm.begin('c1', { branch: 'main' });
  await calm.begin('c2', { branch: 'main' });
  expect(await calm.state(kept.sessionId)).toBe('open');
  const all = await openProject('main-all', 'all-branches');
  const ended = await all.begin('c1', { branch: 'main' });
  await all.begin('c2', { branch: 'main' });
  expect(await all.state(ended.sessionId)).toBe('cancelled');
});

test('other suites, branches, local and ephemeral builds are left alone, and cancel nothing', async () => {
  const { begin, state, parts, run, get } = await openProject('apart', 'all-branches');
  const older = await begin('c1');
  await begin('c2', { suite: 'pages' });
  await begin('c2', { branch: 'other' });
  await parts.post('/sessions', { ...run('c2'), isLocal: true });
  await parts.post('/captures', { ...run('c2'), snapshots: [{ name: 'a' }], ephemeral: true });
  expect(await state(older.sessionId)).toBe('open');

  const local = await parts.post<CreatedSession>('/sessions', { ...run('c3'), isLocal: true });
  const ephemeral = { ...run('c3'), snapshots: [{ name: 'a' }], ephemeral: true };
  const { id } = await parts.post<Capture>('/captures', ephemeral);
  await begin('c3');
  expect(await state(older.sessionId)).toBe('cancelled');
  expect(await state(local.sessionId)).toBe('open');
  expect(await get(`/captures/${id}`)).toMatchObject({ status: 'pending', sessionId: null });
});

test('a capture without a session ends as well, red even where all that came is unchanged', async () => {
  const { parts, run, get, apiKey } = await openProject('captures', 'other-branches');
  await parts.capture({ ...run('c1', { branch: 'main' }), autoBaseline: true } as RunOptions, { a: 1 });
  const announced = { ...run('c1'), snapshots: [{ name: 'a' }, { name: 'b' }] };
  const made = await parts.post<Capture>('/captures', announced);
  const path = `/api/v1/snapshots?${new URLSearchParams({ captureId: made.id, name: 'a' })}`;
  await service.upload(path, image(1), 'image/png', apiKey);
  const { id: diffId } = await parts.post<Diff>('/diffs', { suite: 'forms', headCaptureId: made.id });
  await parts.post<Capture>('/captures', { ...run('c2'), snapshots: [{ name: 'a' }] });
  expect(await get(`/captures/${made.id}`)).toMatchObject({
    status: 'failed',
    error: 'superseded by commit c2',
    completedSnapshots: 1,
    failures: [{ name: 'b', message: 'superseded by commit c2' }],
  });
  expect(await settled(service, 'diffs', diffId, { apiKey })).toMatchObject({
    conclusion: 'failure',
    counts: { unchanged: 1, failed: 1 },
  });
  expect(await parts.check('c1', 'forms')).toBe('failure: Superseded by commit c2');
});
