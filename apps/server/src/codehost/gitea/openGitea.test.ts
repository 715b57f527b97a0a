// biome-ignore-all lint/style/useNamingConvention: fields of Gitea's API.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGitea, startFakeGitea } from '../../../testing/codeHosts/startFakeGitea.js';
import { someRun, testCodeHost } from '../../../testing/codeHosts/testCodeHost.js';
import { createSend } from '../createSend.js';
import { openGitea } from './openGitea.js';

const send = createSend(() => true);
const { signal } = new AbortController();
const open = (fake: FakeGitea, { through = send, repositoryId = null as string | null } = {}) =>
  openGitea({ url: `${fake.url}/`, repository: 'acme/web', repositoryId, token: fake.token }, through);

testCodeHost('Gitea', async (timeout) => {
  const fake = await startFakeGitea();
  return {
    fake,
    host: open(fake, { through: createSend(() => true, timeout) }),
    // Gitea counts the newest status of a context.
    shown: (run) =>
      fake.statuses
        .filter((one) => one.sha === run.headSha && run.name.startsWith(one.context.replace(/ …$/, '')))
        .slice(-1)
        .map(({ status, description }) => ({ outcome: status, title: description })),
    words: { running: 'pending', success: 'success', failure: 'failure', inconclusive: 'error' },
  };
});

let fake: FakeGitea;
beforeEach(async () => {
  fake = await startFakeGitea();
});
afterEach(() => fake.stop());

test('a status links to the review, and its commit is where it is seen', async () => {
  const delivered = await open(fake).deliver(someRun, null, signal);
  expect(fake.statuses).toMatchObject([{ context: 'svc / buttons', target_url: someRun.detailsUrl }]);
  expect(delivered.url).toBe(`${fake.url}/acme/web/commit/${someRun.headSha}`);
});

test.each([true, false])('the owner of a token may connect what it may push to: %s', async (push) => {
  fake.repository.push = push;
  expect(await open(fake).examine?.(null, signal)).toEqual({ id: '42', path: 'acme/web', mayPush: push });
});

test('a repository with a number is reached by that: its old name may be another repository', async () => {
  fake.repository.name = 'globex/site';
  const { url } = await open(fake, { repositoryId: '42' }).deliver(someRun, null, signal);
  expect(url).toBe(`${fake.url}/globex/site/commit/${someRun.headSha}`);
  Object.assign(fake.repository, { id: 5, name: 'acme/web' });
  await expect(open(fake, { repositoryId: '42' }).deliver(someRun, null, signal)).rejects.toThrow('404');
  expect(fake.statuses).toHaveLength(1);
});

test('a comment is written once on each open pull request of the commit, and rewritten in place', async () => {
  const { headSha } = someRun;
  fake.pulls.push(
    { number: 1, state: 'open', sha: 'a1' },
    { number: 2, state: 'closed', sha: headSha },
    { number: 3, state: 'open', sha: 'b2' },
    { number: 4, state: 'open', sha: headSha },
  );
  fake.comments.push({ id: 900, pull: 4, body: '<!-- svc:acme/web --> mine', user: { id: 66 } });
  for (const body of ['first', 'second']) {
    await open(fake).comment?.({ marker: 'acme/web', headSha, body }, signal);
  }
  expect(fake.comments.map(({ pull, body }) => [pull, body])).toEqual([
    [4, '<!-- svc:acme/web --> mine'],
    [4, '<!-- svc:acme/web -->\nsecond'],
  ]);
});

test('whether a commit is on a branch is asked of Gitea', async () => {
  Object.assign(fake.branches, { main: ['a1', 'b2', 'c3'], 'feature/x': ['a1', 'd4'] });
  const ask = (commit: string, branch = 'main') => open(fake).isOnBranch?.(commit, branch, signal);
  expect([await ask('c3'), await ask('a1')]).toEqual([true, true]);
  expect([await ask('d4'), await ask('e5')]).toEqual([false, false]);
  expect(await ask('d4', 'feature/x')).toBe(true);
  expect(await ask('a1', 'gone')).toBeNull();
});

test('an address that is not a Gitea connects nothing', async () => {
  fake.fault = () => ({ status: 200, body: { hello: 'world' } });
  await expect(open(fake).examine?.(null, signal)).rejects.toThrow('does not answer as a Gitea or Forgejo');
});
