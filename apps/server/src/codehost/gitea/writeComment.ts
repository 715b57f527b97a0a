import type { Comment, CreateIssueCommentOption, EditIssueCommentOption, PullRequest, User } from 'gitea-js';
import type { PullComment } from '../../domain/codeHosts/CodeHost.js';
import type { HostCall } from '../callHost.js';
import { fitBytes } from '../fitBytes.js';
import { hiddenMarker } from '../hiddenMarker.js';
import { listPages } from '../listPages.js';

/** Bytes of a comment; Gitea has no limit of its own. */
const maximumComment = 65_536;

/** Entries that one page is asked for; an instance may answer fewer. */
const pageSize = 50;

/**
 * Writes or rewrites a comment on each open pull request whose newest commit is that of the comment.
 * @param repository its path in the API
 */
export async function writeComment(
  { ask }: Pick<HostCall, 'ask'>,
  repository: string,
  { marker, headSha, body }: PullComment,
  signal: AbortSignal,
): Promise<void> {
  const hidden = hiddenMarker(marker);
  const text: CreateIssueCommentOption & EditIssueCommentOption = {
    body: `${hidden}\n${fitBytes(body, maximumComment - Buffer.byteLength(hidden) - 1)}`,
  };
  for (const number of await listPulls()) {
    const comments = `${repository}/issues/${number}/comments`;
    const id = await findComment(comments);
    if (id === undefined) await ask('POST', comments, signal, text);
    else await ask('PATCH', `${repository}/issues/comments/${id}`, signal, text);
  }

  /** Gitea lists the pull requests of a commit only once they are merged. That of a new commit is among the first. */
  async function listPulls(): Promise<number[]> {
    const { values } = await listPages<PullRequest>(1, async (page) => {
      const path = `${repository}/pulls?state=open&sort=recentupdate&limit=${pageSize}&page=${page}`;
      const pulls = await ask<PullRequest[]>('GET', path, signal);
      return { values: pulls, next: pulls.length === 0 ? undefined : page + 1 };
    });
    return values.flatMap(({ number, head }) =>
      head?.sha === headSha && number !== undefined ? [number] : [],
    );
  }

  /** Of an issue, Gitea answers all comments at once. */
  async function findComment(comments: string): Promise<number | undefined> {
    const { id: author } = await ask<User>('GET', '/user', signal);
    const all = await ask<Comment[]>('GET', comments, signal);
    // Anybody can write a marker; only the token's own comment counts.
    return all.find((one) => one.user?.id === author && one.body?.includes(hidden))?.id;
  }
}
