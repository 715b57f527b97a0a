import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FakeBitbucketDataCenter,
  startFakeBitbucketDataCenter,
} from '../../../testing/codeHosts/startFakeBitbucketDataCenter.js';
import { someRun, testCodeHost } from '../../../testing/codeHosts/testCodeHost.js';
import { createSend } from '../createSend.js';
import { openBitbucketDataCenter } from './openBitbucketDataCenter.js';

const send = createSend(() => true);
const { signal } = new AbortController();
interface Options {
  through?: typeof send;
  repositoryId?: string | null;
  repository?: string;
}
const open = (
  { url, token }: FakeBitbucketDataCenter,
  { through = send, repositoryId = null, repository = 'WEB/app' }: Options = {},
) => openBitbucketDataCenter({ url: `${url}/`, repository, repositoryId, token }, through);

testCodeHost('Bitbucket Data Center', async (timeout) => {
  const fake = await startFakeBitbucketDataCenter();
  return {
    fake,
    host: open(fake, { through: createSend(() => true, timeout) }),
    shown: (run) =>
      fake.builds
        .filter((one) => one.sha === run.headSha && run.name.startsWith(one.name.replace(/ …$/, '')))
        .map(({ state, description }) => ({ outcome: state, title: description })),
    words: { running: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', inconclusive: 'FAILED' },
  };
});

let fake: FakeBitbucketDataCenter;
beforeEach(async () => {
  fake = await startFakeBitbucketDataCenter();
});
afterEach(() => fake.stop());

test.each([
  ['WEB/app', 'WEB', 'projects/WEB/repos/app'],
  ['~ada/app', '~ada', 'users/ada/repos/app'],
])(
  'a build of %s links to the review, and its commit is where it is seen',
  async (repository, projectKey, page) => {
    fake.repository.projectKey = projectKey;
    const delivered = await open(fake, { repository }).deliver(someRun, null, signal);
    expect(fake.builds).toMatchObject([
      { key: someRun.externalId, name: 'svc / buttons', url: someRun.detailsUrl },
    ]);
    expect(delivered.url).toBe(`${fake.url}/${page}/commits/${someRun.headSha}`);
  },
);

test.each([true, false])('the owner of a token may connect what it may write to: %s', async (mayWrite) => {
  fake.repository.mayWrite = mayWrite;
  expect(await open(fake).examine?.(null, signal)).toEqual({ id: '17', path: 'WEB/app', mayPush: mayWrite });
});

test('nothing is sent to another repository under the old name', async () => {
  const numbered = open(fake, { repositoryId: '17' });
  await numbered.deliver(someRun, null, signal);
  fake.repository.id = 18;
  fake.pulls.push({ id: 1, state: 'OPEN', sha: someRun.headSha });
  const comment = { marker: 'acme/web', headSha: someRun.headSha, body: 'text' };
  const sent = [
    numbered.deliver(someRun, null, signal),
    numbered.comment?.(comment, signal),
    numbered.isOnBranch?.('a1', 'main', signal),
  ];
  for (const one of sent) await expect(one).rejects.toMatchObject({ final: true });
  expect([fake.builds.length, fake.comments.length]).toEqual([1, 0]);
});

test('a comment is written once on each open pull request of the commit, and rewritten in place', async () => {
  const { headSha } = someRun;
  fake.pulls.push(
    { id: 1, state: 'OPEN', sha: 'a'.repeat(40) },
    { id: 2, state: 'MERGED', sha: headSha },
    { id: 3, state: 'OPEN', sha: 'b'.repeat(40) },
    { id: 4, state: 'OPEN', sha: headSha },
  );
  const marked = (body: string) => `${body}\n\n[//]: # (svc:acme/web)`;
  fake.comments.push({ id: 900, version: 0, pull: 4, text: marked('mine'), author: 'mallory' });
  for (const body of ['first', 'second', '漢'.repeat(40_000)]) {
    await open(fake).comment?.({ marker: 'acme/web', headSha, body }, signal);
  }
  expect(fake.comments.map(({ id, version }) => [id, version])).toEqual([
    [900, 0],
    [1, 2],
  ]);
  expect(fake.comments[1]?.text.endsWith(marked(' …'))).toBe(true);
});

test('whether a commit is on a branch is asked of Bitbucket', async () => {
  Object.assign(fake.branches, { main: ['a1', 'b2', 'c3'], 'feature/x': ['a1', 'd4'] });
  const ask = (commit: string, branch = 'main') => open(fake).isOnBranch?.(commit, branch, signal);
  expect([await ask('c3'), await ask('a1')]).toEqual([true, true]);
  expect([await ask('d4'), await ask('e5')]).toEqual([false, false]);
  expect(await ask('d4', 'feature/x')).toBe(true);
  // Part of the name of a branch is not a branch.
  expect(await ask('e5', 'feature')).toBeNull();
});
