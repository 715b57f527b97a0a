// biome-ignore-all lint/style/useNamingConvention: fields of GitLab's API.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGitlab, startFakeGitlab } from '../../../testing/codeHosts/startFakeGitlab.js';
import { someRun, testCodeHost } from '../../../testing/codeHosts/testCodeHost.js';
import { createSend } from '../createSend.js';
import { openGitlab } from './openGitlab.js';

const send = createSend(() => true);
const { signal } = new AbortController();
const open = (fake: FakeGitlab, through = send) =>
  openGitlab({ url: `${fake.url}/`, repository: 'acme/web', repositoryId: null, token: fake.token }, through);

testCodeHost('GitLab', async (timeout) => {
  const fake = await startFakeGitlab();
  return {
    fake,
    host: open(
      fake,
      createSend(() => true, timeout),
    ),
    // GitLab shows the newest status of a name.
    shown: (run) =>
      fake.statuses
        .filter((one) => one.sha === run.headSha && run.name.startsWith(one.name.replace(/ …$/, '')))
        .slice(-1)
        .map(({ status, description }) => ({ outcome: status, title: description ?? '' })),
    words: { running: 'running', success: 'success', failure: 'failed', inconclusive: 'canceled' },
  };
});

let fake: FakeGitlab;
beforeEach(async () => {
  fake = await startFakeGitlab();
});
afterEach(() => fake.stop());

test.each([
  [null, false],
  [10, false],
  [20, false],
  [30, true],
  [40, true],
])('the owner of a token with the access level %s may connect the project: %s', async (level, may) => {
  fake.project.level = level;
  const found = { id: String(fake.project.id), path: 'acme/web', mayPush: may };
  expect(await open(fake).examine?.(null, signal)).toEqual(found);
});

test('a project with a number is reached by that: its old path may be another project', async () => {
  const numbered = () =>
    openGitlab({ url: fake.url, repository: 'acme/web', repositoryId: '278964', token: fake.token }, send);
  fake.project.path = 'globex/site';
  await numbered().deliver(someRun, null, signal);
  expect(fake.statuses).toHaveLength(1);
  Object.assign(fake.project, { id: 5, path: 'acme/web' });
  await expect(numbered().deliver(someRun, null, signal)).rejects.toThrow('404');
  expect(fake.statuses).toHaveLength(1);
});

test('the same state is sent once', async () => {
  for (let turn = 0; turn < 3; turn++) await open(fake).deliver(someRun, null, signal);
  expect(fake.statuses).toHaveLength(1);
  expect(fake.requests.filter((one) => one.method === 'POST')).toHaveLength(1);
});

test('a status links to the review, and its commit is where it is seen', async () => {
  const delivered = await open(fake).deliver(someRun, null, signal);
  expect(fake.statuses).toMatchObject([{ name: 'svc / buttons', target_url: someRun.detailsUrl }]);
  expect(delivered.url).toBe(`${fake.url}/acme/web/-/commit/${someRun.headSha}`);
});

test('a note is written once on each open merge request of the commit, and rewritten in place', async () => {
  const { headSha } = someRun;
  fake.mergeRequests.push(
    { iid: 1, state: 'opened', sha: headSha },
    { iid: 2, state: 'merged', sha: headSha },
  );
  fake.notes.push({ id: 900, mergeRequest: 1, body: '<!-- svc:acme/web --> mine', author: { id: 66 } });
  const host = open(fake);
  await host.comment?.({ marker: 'acme/web', headSha, body: 'first' }, signal);
  await host.comment?.({ marker: 'acme/web', headSha, body: 'second' }, signal);
  expect(fake.notes.map(({ mergeRequest, body }) => [mergeRequest, body])).toEqual([
    [1, '<!-- svc:acme/web --> mine'],
    [1, '<!-- svc:acme/web -->\nsecond'],
  ]);
});

test('whether a commit is on a branch is asked of GitLab, which may name the wrong ref as missing', async () => {
  fake.branches.main = ['a1', 'b2', 'c3'];
  fake.branches.feature = ['a1', 'd4'];
  fake.branches['no/history'] = [];
  const ask = (commit: string, branch = 'main') => open(fake).isOnBranch?.(commit, branch, signal);
  expect([await ask('c3'), await ask('a1')]).toEqual([true, true]);
  expect([await ask('d4'), await ask('e5')]).toEqual([false, false]);
  expect(await ask('a1', 'no/history')).toBe(false);
  expect(await ask('a1', 'gone')).toBeNull();
});

test('title and author of a merge request are asked of GitLab', async () => {
  const author = { username: 'ada' };
  fake.mergeRequests.push({ iid: 1, state: 'merged', sha: 'a1', title: 'Make it blue', author });
  expect(await open(fake).readPull?.(1, signal)).toEqual({ title: 'Make it blue', author: 'ada' });
  expect(await open(fake).readPull?.(2, signal)).toBeNull();
});
