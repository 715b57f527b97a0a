import type { Capture, CreatedSession, Diff } from '@svc/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '../../../testing/codeHosts/startFakeGithub.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { findProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { setCodeHost } from '../codeHosts/setCodeHost.js';
import { readPullRequest } from './readPullRequest.js';

let github: FakeGithub;
let service: TestService;
beforeAll(async () => {
  github = await startFakeGithub();
  service = await startTestService(undefined, undefined, { ...github, apiUrl: github.url });
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('the project is missing');
  const given = {
    kind: 'github',
    repository: 'acme/web',
    checkName: 'svc',
    comment: false,
    approvers: 'write',
  };
  await setCodeHost(service.resources, accessAsServer(project), given as never);
});
afterEach(() => {
  github.fault = () => null;
});
afterAll(async () => {
  await service.stop();
  await github.stop();
});

const url = 'https://github.com/acme/web/pull/7';
const run = { suite: 'forms', branch: 'blue', commit: 'c0ffee01'.padEnd(40, '0') };

/** The pull request of a build, as the review shows it. */
async function pullOf(diffId: string) {
  const { body } = await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`);
  return body.ci?.pullRequest;
}

async function makeCapture(pullRequest: object): Promise<Capture> {
  const body = { ...run, ci: { pullRequest }, snapshots: [] };
  return (await service.ask<Capture>('POST', '/api/v1/captures', body)).body;
}

async function diffOf({ id }: Capture): Promise<string> {
  const body = { suite: 'forms', headCaptureId: id };
  const { body: diff } = await service.ask<Diff>('POST', '/api/v1/diffs', body);
  await settled(service, 'diffs', diff.id);
  return diff.id;
}

const asked = () => github.requests.filter(({ path }) => path.includes('/pulls/')).length;

test('readPullRequest: completes what CI said of the pull request, in every way that a build begins', async () => {
  github.pulls.push({ number: 7, state: 'open', sha: run.commit, title: 'Make it blue', author: 'ada' });
  const diffId = await diffOf(await makeCapture({ number: 7, url }));
  await expect.poll(() => pullOf(diffId)).toEqual({ number: 7, title: 'Make it blue', author: 'ada', url });

  const body = { ...run, ci: { pullRequest: { number: 7, author: 'grace' } } };
  const { body: session } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', body);
  await expect.poll(() => pullOf(session.diffId)).toMatchObject({ title: 'Make it blue', author: 'grace' });

  const { diffs } = (await service.ask<{ diffs: Diff[] }>('GET', '/api/v1/diffs?q=make%20blue')).body;
  expect(diffs.map(({ id }) => id).sort()).toEqual([diffId, session.diffId].sort());
});

test('readPullRequest: asks nothing where nothing is missing, or nobody can tell', async () => {
  const before = asked();
  await makeCapture({ number: 7, title: 'Mine', author: 'grace' });
  await service.ask('POST', '/api/v1/captures', { ...run, snapshots: [] });
  const other = await makeCapture({ number: 7, url: 'https://github.com/acme/other/pull/7' });
  const none = await makeCapture({ number: 8 });
  const projectId = (await findProject(service.resources.database, 'acme/web'))?.id ?? '';
  for (const { id } of [other, none])
    await readPullRequest(service.resources, { projectId, captureId: id }, new AbortController().signal);
  expect(await pullOf(await diffOf(none))).toEqual({ number: 8, title: null, author: null, url: null });
  expect(await pullOf(await diffOf(other))).toMatchObject({ title: null });
  await service.resources.database.selectFrom('captures').select('id').limit(1).execute();
  // Of the one that the repository does not have, by its job and by the call above.
  await expect.poll(() => asked() - before).toBe(2);
});

test('readPullRequest: a host that is down delays no build, and is asked again', async () => {
  github.fault = ({ path }) => (path.includes('/pulls/') ? { status: 502 } : null);
  const capture = await makeCapture({ number: 7 });
  expect(capture.status).toBe('completed');
  const projectId = (await findProject(service.resources.database, 'acme/web'))?.id ?? '';
  const place = { projectId, captureId: capture.id };
  const signal = new AbortController().signal;
  await expect(readPullRequest(service.resources, place, signal)).rejects.toThrow('502');
  github.fault = ({ path }) =>
    path.includes('/pulls/') ? { status: 403, body: { message: 'no permission' } } : null;
  await expect(readPullRequest(service.resources, place, signal)).rejects.toThrow('no permission');
  github.fault = () => null;
  await readPullRequest(service.resources, place, signal);
  expect(await pullOf(await diffOf(capture))).toMatchObject({ title: 'Make it blue', author: 'ada' });
});
