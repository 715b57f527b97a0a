// biome-ignore-all lint/style/useNamingConvention: fields of Gitea's API.

import type { CommitStatus, CreateStatusOption, Repository } from 'gitea-js';
import type { CheckOutcome, CheckRun, CodeHost, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import { callHost } from '../callHost.js';
import type { Send } from '../createSend.js';
import { fitBytes } from '../fitBytes.js';
import { examine } from './examine.js';
import { isOnBranch } from './isOnBranch.js';
import { writeComment } from './writeComment.js';

export interface GiteaRepository {
  /** Of the instance: `https://gitea.example.com`. */
  url: string;
  /** `owner/name`. */
  repository: string;
  /** The number of the repository, by which it is looked up once that is known. */
  repositoryId: string | null;
  /** An access token with the scopes `write:repository`, and for comments `write:issue` and `read:user`. */
  token: string;
}

/** A required status that is an error blocks a merge as a failure does. */
const states: Record<CheckOutcome, string> = {
  running: 'pending',
  success: 'success',
  failure: 'failure',
  inconclusive: 'error',
};

/** Characters of a status's context and description; Gitea has no limit, and shows a line. */
const maximumText = 255;

/**
 * A repository of a Gitea or Forgejo: checks are commit statuses, of which the newest of each context counts. Every
 * request adds one, so that a state that is sent twice looks as if it were sent once.
 */
export function openGitea(
  { url, repository, repositoryId, token }: GiteaRepository,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  const origin = url.replace(/\/+$/, '');
  const host = { name: 'Gitea', base: `${origin}/api/v1`, headers: { authorization: `token ${token}` } };
  const call = callHost(host, send, now);

  /** The repository with that number, whatever it is called now. */
  async function nameNow(signal: AbortSignal): Promise<string> {
    if (repositoryId === null) return repository;
    const path = `/repositories/${encodeURIComponent(repositoryId)}`;
    const { full_name: name } = await call.ask<Repository>('GET', path, signal);
    return name ?? repository;
  }

  const pathTo = async (signal: AbortSignal) => pathOf(await nameNow(signal));

  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const wanted: CreateStatusOption = {
      context: fitBytes(run.name, maximumText),
      state: states[run.outcome],
      description: fitBytes(run.title, maximumText),
      target_url: run.detailsUrl,
    };
    const name = await nameNow(signal);
    const path = `${pathOf(name)}/statuses/${run.headSha}`;
    const { id } = await call.ask<CommitStatus>('POST', path, signal, wanted);
    return { hostId: id === undefined ? null : String(id), url: `${origin}/${name}/commit/${run.headSha}` };
  }

  return {
    deliver,
    comment: async (comment, signal) => writeComment(call, await pathTo(signal), comment, signal),
    mayWrite: null,
    examine: async (_account, signal) => examine(call, await pathTo(signal), signal),
    isOnBranch: async (commit, branch, signal) =>
      isOnBranch(call, await pathTo(signal), { commit, branch }, signal),
  };
}

const pathOf = (name: string): string => `/repos/${name.split('/').map(encodeURIComponent).join('/')}`;
