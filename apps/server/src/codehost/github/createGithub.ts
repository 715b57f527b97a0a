import { createAppAuth } from '@octokit/auth-app';
import { request as defaultRequest } from '@octokit/request';
import { RequestError } from '@octokit/request-error';
import type { CodeHost } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { refusal } from '../refusal.js';
import { examine } from './examine.js';
import { type GithubRepository, statusOf } from './GithubRepository.js';
import { isOnBranch } from './isOnBranch.js';
import { mayPush } from './mayPush.js';
import { readPull } from './readPull.js';
import { showCheckRun } from './showCheckRun.js';
import { writeComment } from './writeComment.js';

/** A GitHub App, the same for all projects of the deployment. */
export interface GithubApp {
  appId: number;
  /** PEM. */
  privateKey: string;
  /** Of the REST API: `https://api.github.com`, or `https://<host>/api/v3` of an Enterprise Server. */
  apiUrl: string;
}

/** Milliseconds that one request may take. */
const requestTimeout = 20_000;

/** Opens repositories that a GitHub App is installed in. Installations and their tokens are kept for all of them. */
export function createGithub(
  app: GithubApp,
  { timeout = requestTimeout, now = Date.now }: { timeout?: number; now?: () => number } = {},
): (repository: string, repositoryId: string | null) => CodeHost {
  const request = requestTo(app.apiUrl, timeout);
  const auth = createAppAuth({ appId: app.appId, privateKey: app.privateKey, request, log: silent });
  const installations = new Map<string, number>();

  async function installationOf(owner: string, repo: string): Promise<number> {
    const key = `${owner}/${repo}`;
    const known = installations.get(key);
    if (known !== undefined) return known;
    const { token } = await auth({ type: 'app' });
    const { data } = await request('GET /repos/{owner}/{repo}/installation', {
      owner,
      repo,
      headers: { authorization: `bearer ${token}` },
    });
    installations.set(key, data.id);
    return data.id;
  }

  return (repository, repositoryId) => {
    const [owner = '', repo = ''] = repository.split('/');

    /** Runs requests with a token for this repository alone; failures come out as CodeHostError. */
    async function within<T>(signal: AbortSignal, act: (within: GithubRepository) => Promise<T>): Promise<T> {
      // Of a repository that was transferred, or that the App may not see, GitHub says 422 as of a malformed request.
      const refusedToken = (error: unknown): never => {
        if (statusOf(error) !== 422) throw error;
        installations.delete(repository);
        throw new CodeHostError(
          `GitHub gives the App no token for ${repository} (422). Check that the App is installed in the repository.`,
          { cause: error },
        );
      };
      const work = async () => {
        const installationId = await installationOf(owner, repo);
        const only =
          repositoryId === null ? { repositoryNames: [repo] } : { repositoryIds: [Number(repositoryId)] };
        const { token } = await auth({ type: 'installation', installationId, ...only }).catch(refusedToken);
        const authorization = `token ${token}`;
        const send = request.defaults({ headers: { authorization }, request: { signal } });
        const at = repositoryId === null ? { owner, repo } : await find(send, { owner, repo }, repositoryId);
        return act({ send, at, appId: app.appId, now });
      };
      try {
        signal.throwIfAborted();
        return await orAborted(signal, work());
      } catch (error) {
        // An App that was removed and installed again has another installation.
        if (statusOf(error) === 404 || statusOf(error) === 401) installations.delete(repository);
        if (signal.aborted) throw signal.reason;
        throw explain(error, now());
      }
    }

    return {
      deliver: (run, hostId, signal) => within(signal, (opened) => showCheckRun(opened, run, hostId)),
      comment: (comment, signal) => within(signal, (opened) => writeComment(opened, comment)),
      mayWrite: (login, signal) => within(signal, (opened) => mayPush(opened, login)),
      readPull: (number, signal) => within(signal, (opened) => readPull(opened, number)),
      examine: (account, signal) => within(signal, (opened) => examine(opened, account)),
      isOnBranch: (commit, branch, signal) => within(signal, (opened) => isOnBranch(opened, commit, branch)),
    };
  };
}

/**
 * Where the repository with that number is now: GitHub redirects from an old name, unless the name was given to another
 * repository.
 */
async function find(
  send: GithubRepository['send'],
  at: GithubRepository['at'],
  repositoryId: string,
): Promise<GithubRepository['at']> {
  const { data } = await send('GET /repos/{owner}/{repo}', at);
  if (String(data.id) === repositoryId) return { owner: data.owner.login, repo: data.name };
  throw new CodeHostError(
    `${at.owner}/${at.repo} is no longer the repository that was connected. Connect the project again.`,
    { final: true },
  );
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const requestTo = (baseUrl: string, timeout: number) =>
  defaultRequest.defaults({
    baseUrl,
    headers: { 'user-agent': 'svc', 'x-github-api-version': '2022-11-28' },
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, {
          ...init,
          signal: AbortSignal.any([...(init.signal ? [init.signal] : []), AbortSignal.timeout(timeout)]),
        }),
      log: silent,
    },
  });

function explain(error: unknown, now: number): CodeHostError {
  if (error instanceof CodeHostError) return error;
  if (error instanceof RequestError && error.response) {
    const { status, headers, data: body } = error.response;
    return refusal('GitHub', { status, headers, body }, now);
  }
  // What is wrong with a key is known to the signer alone, whose message does not repeat it.
  const why = error instanceof Error ? error.message : String(error);
  return new CodeHostError(`GitHub could not be reached: ${why}`, { cause: error });
}

/** Does not wait for what goes on without the signal, such as the exchange of tokens, which others may share. */
async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended.signal });
  });
  return Promise.race([work, aborted]).finally(() => ended.abort());
}
