// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import type { PullComment } from '../../domain/codeHosts/CodeHost.js';
import { fitBytes } from '../fitBytes.js';
import { hiddenMarker } from '../hiddenMarker.js';
import { type GithubRepository, pageSize } from './GithubRepository.js';

/** Bytes. */
const maximumComment = 65_536;

/** Writes or rewrites a comment on each open pull request whose newest commit is that of the comment. */
export async function writeComment(
  repository: GithubRepository,
  { marker, headSha, body }: PullComment,
): Promise<void> {
  const { send, at } = repository;
  const hidden = hiddenMarker(marker);
  const text = `${hidden}\n${fitBytes(body, maximumComment - Buffer.byteLength(hidden) - 1)}`;
  const { data: pulls } = await send('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
    ...at,
    commit_sha: headSha,
    per_page: pageSize,
  });
  // A pull request that has moved on shows its newer commit.
  for (const pull of pulls.filter((one) => one.state === 'open' && one.head.sha === headSha)) {
    const id = await findComment(repository, pull.number, hidden);
    if (id === null) {
      await send('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...at,
        issue_number: pull.number,
        body: text,
      });
    } else {
      await send('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...at,
        comment_id: id,
        body: text,
      });
    }
  }
}

async function findComment(
  { send, at, appId }: GithubRepository,
  pull: number,
  marker: string,
): Promise<number | null> {
  for (let page = 1; ; page++) {
    const { data } = await send('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...at,
      issue_number: pull,
      per_page: pageSize,
      page,
    });
    // Anybody can write a marker; only the App's own comment counts.
    const own = data.find((one) => one.performed_via_github_app?.id === appId && one.body?.includes(marker));
    if (own) return Number(own.id);
    if (data.length < pageSize) return null;
  }
}
