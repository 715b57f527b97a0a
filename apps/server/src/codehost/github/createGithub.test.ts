// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '../../../testing/codeHosts/startFakeGithub.js';
import { someRun, testCodeHost } from '../../../testing/codeHosts/testCodeHost.js';
import type { CodeHost } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { createGithub } from './createGithub.js';

testCodeHost('GitHub', async (timeout) => {
  const fake = await startFakeGithub();
  return {
    fake,
    host: createGithub({ ...fake, apiUrl: fake.url }, { timeout })('acme/web', null),
    shown: (run) =>
      fake.runs
        .filter((one) => one.external_id === run.externalId)
        .map(({ status, conclusion, output }) => ({ outcome: conclusion ?? status, title: output.title })),
    words: { running: 'in_progress', success: 'success', failure: 'failure', inconclusive: 'cancelled' },
  };
});

let fake: FakeGithub;
let host: CodeHost;
const { signal } = new AbortController();
beforeEach(async () => {
  fake = await startFakeGithub();
  host = createGithub({ ...fake, apiUrl: fake.url })('acme/web', null);
});
afterEach(() => fake.stop());

test('the description of GitHub refuses what does not fit it', async () => {
  await host.deliver(someRun, null, signal);
  const { authorization = '' } = fake.requests.at(-1)?.headers ?? {};
  const post = (body: object) =>
    fetch(`${fake.url}/repos/acme/web/check-runs`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(body),
    });
  const right = { name: 'svc', head_sha: someRun.headSha };
  expect((await post(right)).status).toBe(201);
  expect((await post({ name: 'svc' })).status).toBe(422);
  expect((await post({ ...right, status: 'done' })).status).toBe(422);
  expect((await post({ ...right, conclusion: 'fine' })).status).toBe(422);
  expect((await post({ ...right, output: { title: 'a', summary: 'b'.repeat(65_536) } })).status).toBe(422);
  const label = 'longer than twenty characters';
  expect((await post({ ...right, actions: [{ label, description: 'd', identifier: 'i' }] })).status).toBe(
    422,
  );
});

test('a completed check has its button; a running one has none', async () => {
  await host.deliver({ ...someRun, outcome: 'running' }, null, signal);
  expect(fake.runs[0]?.actions).toEqual([]);
  const delivered = await host.deliver(someRun, null, signal);
  expect(fake.runs).toMatchObject([
    {
      name: 'svc / buttons',
      head_sha: someRun.headSha,
      details_url: someRun.detailsUrl,
      actions: [
        { identifier: 'approve-all', label: 'Approve all', description: 'Make all changes the baseline' },
      ],
    },
  ]);
  expect(delivered).toEqual({
    hostId: String(fake.runs[0]?.id),
    url: `https://github.com/acme/web/runs/${fake.runs[0]?.id}`,
  });
});

test('a check is found again among many of the same name', async () => {
  for (let index = 0; index < 250; index++) {
    const { externalId, name, headSha } = someRun;
    fake.runs.push({
      id: 10_000 + index,
      name,
      head_sha: headSha,
      external_id: index === 240 ? externalId : `other:${index}`,
      details_url: 'https://svc.example.com',
      status: 'in_progress',
      conclusion: null,
      output: { title: '', summary: '' },
      actions: [],
    });
  }
  expect(await host.deliver(someRun, null, signal)).toMatchObject({ hostId: '10240' });
  expect(fake.runs).toHaveLength(250);
});

test('a commit that GitHub does not have is a refusal that says so', async () => {
  fake.commits.push('0'.repeat(40));
  await expect(host.deliver(someRun, null, signal)).rejects.toMatchObject({
    final: true,
    message: `GitHub refused (422): No commit found for SHA: ${someRun.headSha}`,
  });
});

test('the token is for one repository, and asked for once', async () => {
  for (const externalId of ['a', 'b', 'c']) await host.deliver({ ...someRun, externalId }, null, signal);
  const asked = fake.requests.filter((one) => one.path.endsWith('/access_tokens'));
  expect(asked.map((one) => JSON.parse(one.body).repositories)).toEqual([['web']]);
});

test('a repository with a number is reached by that, also under a new name', async () => {
  const { id } = fake.repository;
  const numbered = createGithub({ ...fake, apiUrl: fake.url })('acme/web', String(id));
  await numbered.deliver(someRun, null, signal);
  const asked = fake.requests.filter((one) => one.path.endsWith('/access_tokens'));
  expect(asked.map((one) => JSON.parse(one.body))).toEqual([{ repository_ids: [id] }]);
  expect(fake.runs).toHaveLength(1);
});

test.each([
  ['with an old token', true],
  ['with a new token', false],
])('another repository of the same name is left alone, %s', async (_, hasToken) => {
  const numbered = createGithub({ ...fake, apiUrl: fake.url })('acme/web', String(fake.repository.id));
  if (hasToken) await numbered.isOnBranch?.('c0ffee', 'main', signal);
  fake.repository.id += 1;
  await expect(numbered.deliver(someRun, null, signal)).rejects.toMatchObject({ final: hasToken });
  expect(fake.runs).toEqual([]);
});

test('a repository that was transferred is found in its new installation', async () => {
  const open = createGithub({ ...fake, apiUrl: fake.url });
  await open('acme/web', null).isOnBranch?.('c0ffee', 'main', signal);
  fake.installations.push(100);
  const numbered = open('acme/web', String(fake.repository.id));
  await expect(numbered.deliver(someRun, null, signal)).rejects.toMatchObject({
    final: false,
    message: expect.stringContaining('Check that the App is installed in the repository.'),
  });
  await numbered.deliver(someRun, null, signal);
  expect(fake.runs).toHaveLength(1);
});

test.each([
  ['admin', true],
  ['write', true],
  ['read', false],
  ['none', false],
] as const)('an account with the permission %s may connect the repository: %s', async (permission, may) => {
  fake.accounts['583231'] = 'octocat';
  fake.permissions.octocat = permission;
  const path = 'acme/web';
  const found = { id: String(fake.repository.id), path, mayPush: may };
  expect(await host.examine?.('583231', signal)).toEqual(found);
  // The login alone proves nothing: it is looked up by the number of the account.
  expect(await host.examine?.('583232', signal)).toEqual({ ...found, mayPush: false });
  expect(await host.examine?.(null, signal)).toEqual({ ...found, mayPush: false });
});

test('an App that is not installed in the repository says what to check', async () => {
  const other = createGithub({ ...fake, apiUrl: fake.url })('acme/other', null);
  await expect(other.deliver(someRun, null, signal)).rejects.toMatchObject({
    final: false,
    message: expect.stringContaining('has access to it'),
  });
});

test('a key that is none is said without repeating it', async () => {
  const broken = createGithub({ appId: 1, privateKey: 'secret-that-is-no-key', apiUrl: fake.url });
  const error = await broken('acme/web', null)
    .deliver(someRun, null, signal)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CodeHostError);
  expect(String(error)).not.toContain('secret-that-is-no-key');
});

test('a comment is written once on each open pull request of the commit, and rewritten in place', async () => {
  const { headSha } = someRun;
  fake.pulls.push({ number: 1, state: 'open', sha: headSha }, { number: 2, state: 'closed', sha: headSha });
  for (let index = 0; index < 120; index++) {
    fake.comments.push({ id: 20_000 + index, pull: 1, body: 'talk', app: null });
  }
  // Somebody who writes the marker does not become the comment.
  fake.comments.push({ id: 30_000, pull: 1, body: '<!-- svc:acme/web --> mine', app: null });
  await host.comment?.({ marker: 'acme/web', headSha, body: 'first' }, signal);
  await host.comment?.({ marker: 'acme/web', headSha, body: 'second' }, signal);
  const own = fake.comments.filter((one) => one.app === fake.appId);
  expect(own).toMatchObject([{ pull: 1, body: '<!-- svc:acme/web -->\nsecond' }]);
  expect(fake.comments).toHaveLength(122);
});

test('who may write is asked of GitHub', async () => {
  Object.assign(fake.permissions, { ada: 'admin', bob: 'write', eve: 'read' });
  const answers = ['ada', 'bob', 'eve', 'stranger'].map((login) => host.mayWrite?.(login, signal));
  expect(await Promise.all(answers)).toEqual([true, true, false, false]);
});

test('whether a commit is on a branch is asked of GitHub', async () => {
  fake.branches.main = ['a1', 'b2', 'c3'];
  fake.branches.feature = ['a1', 'd4'];
  const ask = (commit: string, branch = 'main') => host.isOnBranch?.(commit, branch, signal);
  expect([await ask('c3'), await ask('a1')]).toEqual([true, true]);
  expect([await ask('d4'), await ask('e5')]).toEqual([false, false]);
  expect(await ask('a1', 'gone')).toBeNull();
});

test('title and author of a pull request are asked of GitHub', async () => {
  fake.pulls.push({ number: 1, state: 'closed', sha: 'a1', title: 'Make it blue', author: 'ada' });
  expect(await host.readPull?.(1, signal)).toEqual({ title: 'Make it blue', author: 'ada' });
  expect(await host.readPull?.(2, signal)).toBeNull();
  fake.fault = ({ path }) => (path.includes('/pulls/') ? { status: 500 } : null);
  await expect(host.readPull?.(1, signal)).rejects.toBeInstanceOf(CodeHostError);
});
