// biome-ignore-all lint/style/useNamingConvention: fields of GitLab's API.

import type { CheckOutcome, CheckRun, CodeHost, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import type { Send } from '../createSend.js';
import { fitBytes } from '../fitBytes.js';
import type { HostAnswer } from '../refusal.js';
import { callGitlab, type GitlabProject, pageSize } from './callGitlab.js';
import { examine } from './examine.js';
import { isOnBranch } from './isOnBranch.js';
import { readMergeRequest } from './readMergeRequest.js';
import { writeNote } from './writeNote.js';

interface CommitStatus {
  id: number;
  status: string;
  description: string | null;
  target_url: string | null;
}

const states: Record<CheckOutcome, string> = {
  running: 'running',
  success: 'success',
  failure: 'failed',
  inconclusive: 'canceled',
};

/** Characters of a status's description and name. */
const maximumText = 255;

/**
 * A project of a GitLab: checks are commit statuses, of which GitLab shows the newest of each name. It has no external
 * ids, so the name and the commit are what a status is found by.
 */
export function openGitlab(
  { url, repository, repositoryId, token }: GitlabProject,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  const base = url.replace(/\/+$/, '');
  const project = `/projects/${encodeURIComponent(repositoryId ?? repository)}`;

  const { exchange, ask, accept } = callGitlab({ url, token }, send, now);

  async function current(run: CheckRun, signal: AbortSignal): Promise<CommitStatus | undefined> {
    const name = encodeURIComponent(nameOf(run));
    const path = `${project}/repository/commits/${run.headSha}/statuses?name=${name}&per_page=${pageSize}`;
    const statuses = await ask<CommitStatus[]>('GET', path, signal);
    return statuses.sort((one, other) => other.id - one.id)[0];
  }

  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const wanted = {
      state: states[run.outcome],
      name: nameOf(run),
      target_url: fitBytes(run.detailsUrl, maximumText),
      description: fitBytes(run.title, maximumText),
    };
    const known = await current(run, signal);
    const isShown = (status: CommitStatus | undefined): status is CommitStatus =>
      status?.status === wanted.state &&
      // GitLab has no move from running to running, so that its text cannot be renewed.
      (wanted.state === 'running' ||
        (status.description === wanted.description && status.target_url === wanted.target_url));
    if (isShown(known)) return present(known, run);
    const answer = await exchange('POST', `${project}/statuses/${run.headSha}`, signal, wanted);
    if (isImpossibleMove(answer)) {
      // Said also when an earlier request has arrived after all.
      const moved = await current(run, signal);
      if (isShown(moved)) return present(moved, run);
    }
    return present(accept(answer) as CommitStatus, run);
  }

  const present = ({ id }: CommitStatus, run: CheckRun): DeliveredCheck => ({
    hostId: String(id),
    url: repository.includes('/') ? `${base}/${repository}/-/commit/${run.headSha}` : null,
  });

  return {
    deliver,
    comment: (comment, signal) => writeNote({ ask }, project, comment, signal),
    mayWrite: null,
    readPull: (number, signal) => readMergeRequest({ exchange, accept }, project, number, signal),
    examine: (_account, signal) => examine({ ask }, project, signal),
    isOnBranch: (commit, branch, signal) =>
      isOnBranch({ exchange, accept }, project, { commit, branch }, signal),
  };
}

const nameOf = (run: CheckRun): string => fitBytes(run.name, maximumText);

const isImpossibleMove = ({ status, body }: HostAnswer): boolean =>
  status === 400 && JSON.stringify(body).includes('Cannot transition status');
