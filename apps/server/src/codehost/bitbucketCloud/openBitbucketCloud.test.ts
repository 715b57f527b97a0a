import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FakeBitbucketCloud,
  startFakeBitbucketCloud,
} from '../../../testing/codeHosts/startFakeBitbucketCloud.js';
import { someRun, testCodeHost } from '../../../testing/codeHosts/testCodeHost.js';
import { createSend } from '../createSend.js';
import { openBitbucketCloud } from './openBitbucketCloud.js';

const send = createSend(() => true);
const { signal } = new AbortController();
interface Options {
  through?: typeof send;
  repositoryId?: string | null;
  token?: string;
}
const open = (
  fake: FakeBitbucketCloud,
  { through = send, repositoryId = null, token = 'token-of-the-fake-bitbucket' }: Options = {},
) =>
  openBitbucketCloud({ repository: 'acme/web', repositoryId, token }, through, { base: `${fake.url}/2.0` });

testCodeHost('Bitbucket Cloud', async (timeout) => {
  const fake = await startFakeBitbucketCloud();
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

let fake: FakeBitbucketCloud;
beforeEach(async () => {
  fake = await startFakeBitbucketCloud();
});
afterEach(() => fake.stop());

test('a build links to the review, and its commit is where it is seen', async () => {
  const delivered = await open(fake).deliver(someRun, null, signal);
  expect(fake.builds).toMatchObject([
    { key: someRun.externalId, name: 'svc / buttons', url: someRun.detailsUrl },
  ]);
  expect(delivered.url).toBe(`https://bitbucket.org/acme/web/commits/${someRun.headSha}`);
});

test('keys that are longer than Bitbucket takes stay apart', async () => {
  const runs = ['a', 'b', 'a'].map((end) => ({ ...someRun, externalId: `${'chk_'.repeat(20)}${end}` }));
  for (const run of runs) await open(fake).deliver(run, null, signal);
  expect(fake.builds).toHaveLength(2);
});

test('an API token of a person comes with their email address', async () => {
  fake.authorization = `Basic ${Buffer.from('ada@example.com:secret').toString('base64')}`;
  await open(fake, { token: 'ada@example.com:secret' }).deliver(someRun, null, signal);
  expect(fake.builds).toHaveLength(1);
});

test.each([true, false])('the owner of a token may connect what it may write to: %s', async (mayWrite) => {
  fake.repository.mayWrite = mayWrite;
  const found = { id: fake.repository.uuid, path: 'acme/web', mayPush: mayWrite };
  expect(await open(fake).examine?.(null, signal)).toEqual(found);
});

test('a repository with a UUID is reached by that: its old name may be another repository', async () => {
  const { uuid: repositoryId } = fake.repository;
  fake.repository.name = 'site';
  await open(fake, { repositoryId }).deliver(someRun, null, signal);
  Object.assign(fake.repository, { uuid: '{2}', name: 'web' });
  await expect(open(fake, { repositoryId }).deliver(someRun, null, signal)).rejects.toThrow('404');
  expect(fake.builds).toHaveLength(1);
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
  const others = { pull: 4, author: 'mallory', deleted: false };
  fake.comments.push(
    { id: 900, raw: marked('mine'), ...others },
    { id: 901, raw: 'fine', ...others },
    { id: 902, raw: marked('gone'), ...others, author: 'svc', deleted: true },
  );
  for (const body of ['first', 'second', '漢'.repeat(40_000)]) {
    await open(fake).comment?.({ marker: 'acme/web', headSha, body }, signal);
  }
  expect(fake.comments.map(({ id }) => id)).toEqual([900, 901, 902, 1]);
  expect(fake.comments[0]?.raw).toBe(marked('mine'));
  const written = fake.comments[3]?.raw ?? '';
  expect(written.endsWith(marked(' …'))).toBe(true);
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(32_768);
});

test('whether a commit is on a branch is asked of Bitbucket', async () => {
  Object.assign(fake.branches, { main: ['a1', 'b2', 'c3'], 'feature/x': ['a1', 'd4'] });
  const ask = (commit: string, branch = 'main') => open(fake).isOnBranch?.(commit, branch, signal);
  expect([await ask('c3'), await ask('a1')]).toEqual([true, true]);
  expect([await ask('d4'), await ask('e5')]).toEqual([false, false]);
  expect(await ask('d4', 'feature/x')).toBe(true);
  expect(await ask('a1', 'gone')).toBeNull();
});
