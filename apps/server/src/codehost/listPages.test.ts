// biome-ignore-all lint/style/useNamingConvention: fields of the APIs.

import { expect, test } from 'vitest';
import { someRun } from '../../testing/codeHosts/testCodeHost.js';
import { openBitbucketCloud } from './bitbucketCloud/openBitbucketCloud.js';
import { openBitbucketDataCenter } from './bitbucketDataCenter/openBitbucketDataCenter.js';
import type { Send } from './createSend.js';
import { openGitea } from './gitea/openGitea.js';
import { listPages } from './listPages.js';

const { signal } = new AbortController();
const comment = { marker: 'acme/web', headSha: someRun.headSha, body: 'text' };

test('a list is whole as long as it has no more than 1,000 entries in 20 pages', async () => {
  const listOf = (total: number, perPage: number) =>
    listPages(0, async (start) => ({
      values: Array.from({ length: Math.min(perPage, total - start) }, (_, index) => ({ id: start + index })),
      next: start + perPage < total ? start + perPage : undefined,
    }));
  for (const [total, perPage, read] of [
    [1_000, 100, 1_000],
    [1_001, 100, 1_000],
    [200_000, 200_000, 1_000],
    [20, 1, 20],
    [21, 1, 20],
    [0, 100, 0],
  ] as const) {
    const { values, isWhole } = await listOf(total, perPage);
    expect([values.length, values.at(-1)?.id ?? -1, isWhole]).toEqual([read, read - 1, read === total]);
  }
});

/** Answers every request with one body, and counts. */
function always(body: unknown): { send: Send; asked: () => number } {
  let asked = 0;
  const send: Send = async () => {
    asked++;
    return { status: 200, headers: {}, body };
  };
  return { send, asked: () => asked };
}

const at = { url: 'https://git.example', repository: 'acme/web', repositoryId: null, token: 'secret' };
const hosts = {
  'Bitbucket Data Center': openBitbucketDataCenter,
  'Bitbucket Cloud': openBitbucketCloud,
  Gitea: openGitea,
};
/** A page after which there is always another one, in the words of each host. */
const endless = {
  values: [{ id: 5 }],
  isLastPage: false,
  nextPageStart: 0,
  next: 'https://git.example/next',
};

test.each([
  ['Bitbucket Data Center', endless],
  ['Bitbucket Cloud', endless],
  ['Gitea', [{ number: 5 }]],
] as const)('%s that lists pull requests without end is asked 20 times', async (name, body) => {
  const { send, asked } = always(body);
  await hosts[name](at, send).comment?.(comment, signal);
  expect(asked()).toBe(20);
});

test.each([
  { uuid: '{5}', full_name: 'acme/web' },
  { id: 5, slug: 'web', name: 'web', project: { key: 'ACME' } },
])('a host that lists no repositories but something else connects nothing', async (repository) => {
  for (const [name, open] of Object.entries(hosts)) {
    for (const values of [{ length: 1 }, 'none', [null], [5]]) {
      const host = open(at, always({ ...repository, values }).send);
      const examined = host.examine?.(null, signal).then(
        () => expect.fail(`${name} was connected`),
        (error) => error.name,
      );
      expect(await examined).toBe('CodeHostError');
    }
    await expect(open(at, always(null).send).examine?.(null, signal)).rejects.toMatchObject({
      name: 'CodeHostError',
    });
  }
});
