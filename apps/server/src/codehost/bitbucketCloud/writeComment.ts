// biome-ignore-all lint/style/useNamingConvention: fields of Bitbucket's API.

import type { components } from '@coderabbitai/bitbucket/cloud/openapi';
import type { PullComment } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { bitbucketMarker, isOfAnother, markedComment } from '../bitbucketMarker.js';
import { type BitbucketRepository, listAll } from './BitbucketRepository.js';

type Schemas = components['schemas'];

/** Entries that one page is asked for. */
const pagelen = 50;

/** Writes or rewrites a comment on each open pull request whose newest commit is that of the comment. */
export async function writeComment(
  { ask, exchange, accept, at }: BitbucketRepository,
  { marker, headSha, body }: PullComment,
  signal: AbortSignal,
): Promise<void> {
  const raw = markedComment(body, marker);
  const content: Schemas['comment']['content'] = { raw };
  // The description asks for a `type`; the manual's own examples send none.
  const comment = { content } as unknown as Schemas['pullrequest_comment'];
  const { values: pulls } = await listAll((page) =>
    ask('get', '/repositories/{workspace}/{repo_slug}/pullrequests', {
      at,
      query: { state: 'OPEN', pagelen, page },
      signal,
    }),
  );
  for (const { id, source } of pulls) {
    const hash = source?.commit?.hash;
    // Pull requests name the first 12 characters of their newest commit.
    if (id === undefined || !hash || !headSha.startsWith(hash)) continue;
    const pull = { ...at, pull_request_id: id };
    if (await rewrite(pull)) continue;
    await ask('post', '/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments', {
      at: pull,
      body: comment,
      signal,
    });
  }

  async function rewrite(pull: typeof at & { pull_request_id: number }): Promise<boolean> {
    const { values: comments, isWhole } = await listAll((page) =>
      ask('get', '/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments', {
        at: pull,
        query: { pagelen, page },
        signal,
      }),
    );
    for (const one of comments) {
      // What all comments have is lost in the description of those of pull requests.
      const { id, content: known, deleted } = one as Pick<Schemas['comment'], 'id' | 'content' | 'deleted'>;
      if (deleted || id === undefined || !known?.raw?.includes(bitbucketMarker(marker))) continue;
      const path =
        '/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments/{comment_id}';
      const answer = await exchange('put', path, { at: { ...pull, comment_id: id }, body: comment, signal });
      // Anybody can write a marker; Bitbucket lets nobody but its author edit a comment.
      if (isOfAnother(answer.status)) continue;
      accept(answer);
      return true;
    }
    if (isWhole) return false;
    // The oldest come first: one comment after another would be written beyond those that are read.
    throw new CodeHostError(
      `Pull request ${pull.pull_request_id} has too many comments to find the comment of svc`,
      {
        final: true,
      },
    );
  }
}
