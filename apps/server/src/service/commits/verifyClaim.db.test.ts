import type { Capture, Diff, SnapshotDiffResult } from '@svc/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '../../../testing/codeHosts/startFakeGithub.js';
import { image } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { findProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { setCodeHost } from '../codeHosts/setCodeHost.js';

let github: FakeGithub;
let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  github = await startFakeGithub();
  service = await startTestService(undefined, undefined, { ...github, apiUrl: github.url });
  parts = runParts(service);
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('the project is missing');
  await setCodeHost(service.resources, accessAsServer(project), {
    kind: 'github',
    repository: 'acme/web',
    checkName: 'svc',
    comment: false,
    approvers: 'write',
  });
});
afterAll(async () => {
  await service.stop();
  await github.stop();
});

let serial = 0;
const nextCommit = () => `c0ffee${(++serial).toString(16).padStart(4, '0')}`;
/** A commit that is on main, and one of a pull request that says that it is. */
let onMain = '';
let stray = '';
beforeEach(() => {
  github.fault = () => null;
  onMain = nextCommit();
  stray = nextCommit();
  github.branches.main = [...(github.branches.main ?? []), onMain];
  github.branches.feature = [stray];
});

const asked = () => github.requests.filter(({ path }) => path.includes('/compare/')).length;
const approve = (diffId: string) =>
  service.ask<{ error?: { message: string } }>('POST', `/api/v1/diffs/${diffId}/approve`, {});

async function makeDiff(fields: { branch: string; commit: string }, targetRefs?: string[]): Promise<Diff> {
  const { id } = await parts.capture(fields, { [`new-${++serial}`]: serial % 256 });
  return parts.diff(id, targetRefs ? { targetRefs } : {});
}

test('a commit that is not on main sets no baselines of main, regardless of who approves (R41)', async () => {
  const diff = await makeDiff({ branch: 'main', commit: stray });
  const refused = await approve(diff.id);
  expect(refused.status).toBe(403);
  expect(refused.body.error?.message).toBe(
    `The code host says that commit ${stray} is not on the branch "main", so it sets no baselines of "main". Capture a commit of that branch.`,
  );
  const before = asked();
  expect((await approve((await makeDiff({ branch: 'main', commit: onMain })).id)).status).toBe(200);
  expect(asked()).toBe(before + 1);
});

test('the host is asked once of each commit, and again after a no', async () => {
  const before = asked();
  for (const _ of [1, 2])
    expect((await approve((await makeDiff({ branch: 'main', commit: onMain })).id)).status).toBe(200);
  const diff = await makeDiff({ branch: 'main', commit: stray });
  for (const _ of [1, 2]) expect((await approve(diff.id)).status).toBe(403);
  expect(asked()).toBe(before + 2);
  github.branches.main?.push(stray);
  await service.resources.database
    .updateTable('commitClaims')
    .set({ askedAt: new Date(Date.now() - 90_000) })
    .execute();
  expect((await approve(diff.id)).status).toBe(200);
});

test('nothing is approved there automatically, nor set as baselines (R41)', async () => {
  const { completed } = await parts.run({ branch: 'main', commit: stray, autoApprove: true }, { auto: 7 });
  expect(completed.diffs[0]).toMatchObject({ conclusion: 'failure' });
  const body = { suite: 'forms', branch: 'main', commit: stray, autoBaseline: true, snapshots: [] };
  expect((await service.ask<Capture>('POST', '/api/v1/captures', body)).status).toBe(403);
  const query = { suite: 'alone', branch: 'main', commit: stray, name: 'alone', autoApprove: 'true' };
  const alone = await service.upload(
    `/api/v1/snapshots?${new URLSearchParams(query)}`,
    image(8),
    'image/png',
  );
  const { diffId } = alone.body as SnapshotDiffResult;
  expect(await settled(service, 'diffs', diffId)).toMatchObject({ conclusion: 'failure' });
  const fine = await parts.run({ branch: 'main', commit: onMain, autoApprove: true }, { auto: 7 });
  expect(fine.completed.diffs[0]).toMatchObject({ conclusion: 'success' });
});

test('a branch that is to be approved to main is held to its commits, too', async () => {
  expect((await approve((await makeDiff({ branch: 'feature', commit: stray }, ['main'])).id)).status).toBe(
    200,
  );
  expect((await approve((await makeDiff({ branch: 'feature', commit: onMain }, ['main'])).id)).status).toBe(
    403,
  );
});

test.each([
  ['of another branch', { branch: 'feature' }],
  ['of a branch that the host does not know', { branch: 'deleted' }],
  ['of a fork', { branch: 'alice:main' }],
])('nothing is asked of a build %s that promotes to itself', async (_, fields) => {
  const before = asked();
  expect((await approve((await makeDiff({ ...fields, commit: nextCommit() })).id)).status).toBe(200);
  expect(asked()).toBe(before);
});

test('a host that is down, or never answers, refuses nothing (R26)', async () => {
  github.fault = () => ({ status: 503 });
  expect((await approve((await makeDiff({ branch: 'main', commit: stray })).id)).status).toBe(200);
  github.fault = () => 'hang';
  const { completed } = await parts.run({ branch: 'main', commit: nextCommit() }, { slow: 9 });
  expect(completed.diffs).toHaveLength(1);
});

test('what a key makes for itself is nobody else’s affair (R19)', async () => {
  const { id } = await parts.capture({ branch: 'main', commit: stray, isLocal: true }, { own: 3 });
  expect((await approve((await parts.diff(id)).id)).status).toBe(200);
});
