import type { components } from '@coderabbitai/bitbucket/server/openapi';
import type { PullComment } from '../../domain/codeHosts/CodeHost.js';
import { bitbucketMarker, isOfAnother, markedComment } from '../bitbucketMarker.js';
import { type DataCenterRepository, listAll } from './DataCenterRepository.js';

type Schemas = components['schemas'];

/** The description leaves out what the activity of a comment carries. */
type Activity = Schemas['RestPullRequestActivity'] & { readonly comment?: Schemas['RestComment'] };

/** Writes or rewrites a comment on each open pull request whose newest commit is that of the comment. */
export async function writeComment(
  { ask, exchange, accept, at }: DataCenterRepository,
  { marker, headSha, body }: PullComment,
  signal: AbortSignal,
): Promise<void> {
  const text = markedComment(body, marker);
  const path = '/api/latest/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/pull-requests';
  const { values: pulls } = await listAll((query) =>
    ask('get', path, { at: { ...at, commitId: headSha }, query, signal }),
  );
  for (const { id, state, fromRef } of pulls) {
    if (id === undefined || state !== 'OPEN' || fromRef?.latestCommit !== headSha) continue;
    const pull = { ...at, pullRequestId: id };
    if (await rewrite(pull)) continue;
    await ask(
      'post',
      '/api/latest/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/comments',
      { at: pull, body: { text }, signal },
    );
  }

  async function rewrite(pull: typeof at & { pullRequestId: number }): Promise<boolean> {
    // The newest come first: a comment that is too old to be found is written again.
    const { values: activities } = await listAll<Activity>((query) =>
      ask(
        'get',
        '/api/latest/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/activities',
        { at: pull, query, signal },
      ),
    );
    for (const { action, comment } of activities) {
      if (action !== 'COMMENTED' || comment?.id === undefined) continue;
      if (!comment.text?.includes(bitbucketMarker(marker))) continue;
      const answer = await exchange(
        'put',
        '/api/latest/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/comments/{commentId}',
        { at: { ...pull, commentId: comment.id }, body: { text, version: comment.version ?? 0 }, signal },
      );
      // Anybody can write a marker; Bitbucket lets nobody but its author edit a comment.
      if (isOfAnother(answer.status)) continue;
      accept(answer);
      return true;
    }
    return false;
  }
}
