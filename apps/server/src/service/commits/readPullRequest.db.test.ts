import type { Capture, CreatedSession, Diff } from '@svc/schema';
import { sql } from 'kysely';
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

test('readPullRequest: asks nothing where another build of the commit knows', async () => {
  const commit = 'c0ffee02'.padEnd(40, '0');
  const make = async (pullRequest: object, sent = commit) => {
    const body = { ...run, commit: sent, ci: { pullRequest }, snapshots: [] };
    return (await service.ask<Capture>('POST', '/api/v1/captures', body)).body;
  };
  const projectId = (await findProject(service.resources.database, 'acme/web'))?.id ?? '';
  const read = ({ id }: Capture) =>
    readPullRequest(service.resources, { projectId, captureId: id }, new AbortController().signal);
  await make({ number: 20, title: 'Known', author: 'grace' });
  const before = asked();
  const same = await make({ number: 20, author: 'ada' });
  await read(same);
  expect(await pullOf(await diffOf(same))).toMatchObject({ title: 'Known', author: 'ada' });
  expect(asked()).toBe(before);
  // Neither another pull request nor another commit says anything of it.
  await read(await make({ number: 21 }));
  await read(await make({ number: 20 }, 'c0ffee03'.padEnd(40, '0')));
  expect(asked() - before).toBeGreaterThanOrEqual(2);
});

test('readPullRequest: a host that wants to be left alone is not asked, and one that tells nothing is given no job', async () => {
  const { database } = service.resources;
  const projectId = (await findProject(database, 'acme/web'))?.id ?? '';
  const jobs = async () => {
    const { rows } = await sql<{ data: { ofCapture: string } }>`
      select data from pgboss.job where name = 'readPullRequest'`.execute(database);
    return rows.map(({ data }) => data.ofCapture);
  };
  const setHost = (values: object) =>
    database.updateTable('codeHosts').set(values).where('projectId', '=', projectId).execute();
  await setHost({ kind: 'gitea', url: 'https://git.example', secret: Buffer.from('sealed') });
  const untold = await makeCapture({ number: 30 });
  expect(await jobs()).not.toContain(untold.id);
  await setHost({ kind: 'github', url: null, secret: null });
  github.fault = ({ path }) =>
    path.includes('/pulls/')
      ? { status: 429, headers: { 'retry-after': '60' }, body: { message: 'slow down' } }
      : null;
  const place = { projectId, captureId: untold.id };
  const signal = new AbortController().signal;
  await expect(readPullRequest(service.resources, place, signal)).rejects.toThrow('slow down');
  const { pausedUntil } = await database
    .selectFrom('codeHosts')
    .select('pausedUntil')
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(pausedUntil?.getTime()).toBeGreaterThan(Date.now() + 50_000);
  const before = asked();
  const capture = await makeCapture({ number: 31 });
  expect(await jobs()).toContain(capture.id);
  await readPullRequest(service.resources, { projectId, captureId: capture.id }, signal);
  expect(asked()).toBe(before);
  await setHost({ pausedUntil: null });
});

test('readPullRequest: a host that is down delays no build, and is asked again', async () => {
  github.pulls.push({ number: 9, state: 'open', sha: run.commit, title: 'Make it blue', author: 'ada' });
  github.fault = ({ path }) => (path.includes('/pulls/') ? { status: 502 } : null);
  const capture = await makeCapture({ number: 9 });
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
