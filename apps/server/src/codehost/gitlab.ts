// biome-ignore-all lint/style/useNamingConvention: fields of GitLab's API.

import type {
  CheckOutcome,
  CheckRun,
  CodeHost,
  DeliveredCheck,
  PullComment,
} from '../domain/codeHosts/CodeHost.js';
import type { Send } from './createSend.js';
import { fitBytes } from './fitBytes.js';
import { hiddenMarker } from './hiddenMarker.js';
import { type HostAnswer, refusal } from './refusal.js';

export interface GitlabProject {
  /** Of the instance: `https://gitlab.com`. */
  url: string;
  /** Path with its groups, or the number of the project. */
  repository: string;
  /** An access token with the scope `api`. */
  token: string;
}

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
const maximumNote = 1_000_000;
const pageSize = 100;

/**
 * A project of a GitLab: checks are commit statuses, of which GitLab shows the newest of each name. It has no external
 * ids, so the name and the commit are what a status is found by.
 */
export function openGitlab(
  { url, repository, token }: GitlabProject,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  const base = url.replace(/\/+$/, '');
  const project = `/projects/${encodeURIComponent(repository)}`;

  const exchange = (method: 'GET' | 'POST' | 'PUT', path: string, signal: AbortSignal, body?: object) =>
    send(new URL(`${base}/api/v4${path}`), {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json', accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });

  async function ask<T>(...[method, path, signal, body]: Parameters<typeof exchange>): Promise<T> {
    return accept(await exchange(method, path, signal, body)) as T;
  }

  function accept(answer: HostAnswer): unknown {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusal('GitLab', answer, now());
  }

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

  async function findNote(mergeRequest: number, marker: string, signal: AbortSignal): Promise<number | null> {
    const author = (await ask<{ id: number }>('GET', '/user', signal)).id;
    for (let page = 1; ; page++) {
      const path = `${project}/merge_requests/${mergeRequest}/notes?per_page=${pageSize}&page=${page}`;
      const notes = await ask<{ id: number; body: string; author: { id: number } }[]>('GET', path, signal);
      // Anybody can write a marker; only the token's own note counts.
      const own = notes.find((note) => note.author.id === author && note.body.includes(marker));
      if (own) return own.id;
      if (notes.length < pageSize) return null;
    }
  }

  async function comment({ marker, headSha, body }: PullComment, signal: AbortSignal): Promise<void> {
    const hidden = hiddenMarker(marker);
    const text = { body: `${hidden}\n${fitBytes(body, maximumNote - Buffer.byteLength(hidden) - 1)}` };
    const path = `${project}/repository/commits/${headSha}/merge_requests?per_page=${pageSize}`;
    const requests = await ask<{ iid: number; state: string; sha: string }[]>('GET', path, signal);
    for (const { iid } of requests.filter(({ state, sha }) => state === 'opened' && sha === headSha)) {
      const note = await findNote(iid, hidden, signal);
      if (note === null) await ask('POST', `${project}/merge_requests/${iid}/notes`, signal, text);
      else await ask('PUT', `${project}/merge_requests/${iid}/notes/${note}`, signal, text);
    }
  }

  return { deliver, comment, mayWrite: null };
}

const nameOf = (run: CheckRun): string => fitBytes(run.name, maximumText);

const isImpossibleMove = ({ status, body }: HostAnswer): boolean =>
  status === 400 && JSON.stringify(body).includes('Cannot transition status');
