// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { createAppAuth } from '@octokit/auth-app';
import { request as defaultRequest } from '@octokit/request';
import { RequestError } from '@octokit/request-error';
import type {
  CheckOutcome,
  CheckRun,
  CodeHost,
  DeliveredCheck,
  PullComment,
} from '../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import { fitBytes } from './fitBytes.js';
import { hiddenMarker } from './hiddenMarker.js';
import { refusal } from './refusal.js';

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
/** Bytes that GitHub takes as a check run's summary. */
const maximumSummary = 65_535;
const maximumComment = 65_536;
const pageSize = 100;

/** A required check that is cancelled blocks; one that is neutral would not. */
const conclusions = {
  success: 'success',
  failure: 'failure',
  inconclusive: 'cancelled',
} as const satisfies Record<Exclude<CheckOutcome, 'running'>, string>;

/** Opens repositories that a GitHub App is installed in. Installations and their tokens are kept for all of them. */
export function createGithub(
  app: GithubApp,
  { timeout = requestTimeout, now = Date.now }: { timeout?: number; now?: () => number } = {},
): (repository: string) => CodeHost {
  const request = defaultRequest.defaults({
    baseUrl: app.apiUrl,
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

  return (repository) => {
    const [owner = '', repo = ''] = repository.split('/');
    const at = { owner, repo };

    /** Runs requests with a token for this repository alone; failures come out as CodeHostError. */
    async function within<T>(signal: AbortSignal, act: (send: typeof request) => Promise<T>): Promise<T> {
      const work = async () => {
        const installationId = await installationOf(owner, repo);
        const { token } = await auth({ type: 'installation', installationId, repositoryNames: [repo] });
        const authorization = `token ${token}`;
        return act(request.defaults({ headers: { authorization }, request: { signal } }));
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

    async function findRun(send: typeof request, run: CheckRun): Promise<number | null> {
      for (let page = 1; ; page++) {
        const { data } = await send('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
          ...at,
          ref: run.headSha,
          check_name: nameOf(run),
          app_id: app.appId,
          filter: 'all',
          per_page: pageSize,
          page,
        });
        const found = data.check_runs.find((one) => one.external_id === run.externalId);
        if (found) return Number(found.id);
        if (data.check_runs.length < pageSize) return null;
      }
    }

    async function update(send: typeof request, id: number, run: CheckRun) {
      const { data } = await send('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
        ...at,
        check_run_id: id,
        ...stateOf(run, now()),
      });
      return data;
    }

    async function deliver(
      run: CheckRun,
      hostId: string | null,
      signal: AbortSignal,
    ): Promise<DeliveredCheck> {
      return within(signal, async (send) => {
        if (hostId !== null) {
          const updated = await update(send, Number(hostId), run).catch((error: unknown) => {
            if (statusOf(error) !== 404) throw error;
            return null;
          });
          if (updated) return { hostId, url: updated.html_url };
        }
        const found = await findRun(send, run);
        const shown =
          found === null
            ? (
                await send('POST /repos/{owner}/{repo}/check-runs', {
                  ...at,
                  head_sha: run.headSha,
                  ...stateOf(run, now()),
                })
              ).data
            : await update(send, found, run);
        return { hostId: String(shown.id), url: shown.html_url };
      });
    }

    async function findComment(send: typeof request, pull: number, marker: string): Promise<number | null> {
      for (let page = 1; ; page++) {
        const { data } = await send('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...at,
          issue_number: pull,
          per_page: pageSize,
          page,
        });
        // Anybody can write a marker; only the App's own comment counts.
        const own = data.find(
          (one) => one.performed_via_github_app?.id === app.appId && one.body?.includes(marker),
        );
        if (own) return Number(own.id);
        if (data.length < pageSize) return null;
      }
    }

    async function comment({ marker, headSha, body }: PullComment, signal: AbortSignal): Promise<void> {
      await within(signal, async (send) => {
        const hidden = hiddenMarker(marker);
        const text = `${hidden}\n${fitBytes(body, maximumComment - Buffer.byteLength(hidden) - 1)}`;
        const { data: pulls } = await send('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
          ...at,
          commit_sha: headSha,
          per_page: pageSize,
        });
        // A pull request that has moved on shows its newer commit.
        for (const pull of pulls.filter((one) => one.state === 'open' && one.head.sha === headSha)) {
          const id = await findComment(send, pull.number, hidden);
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
      });
    }

    const mayWrite = (username: string, signal: AbortSignal): Promise<boolean> =>
      within(signal, async (send) => {
        const { data } = await send('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
          ...at,
          username,
        });
        // `maintain` is reported as write here.
        return data.permission === 'admin' || data.permission === 'write';
      });

    return { deliver, comment, mayWrite };
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const nameOf = (run: CheckRun): string => fitBytes(run.name, 255);

/** What is sent of a run, in the sizes that GitHub takes. */
function stateOf(run: CheckRun, now: number) {
  const output = { title: fitBytes(run.title, 255), summary: fitBytes(run.summary, maximumSummary) };
  const shared = { name: nameOf(run), external_id: run.externalId, details_url: run.detailsUrl, output };
  if (run.outcome === 'running') return { ...shared, status: 'in_progress' as const };
  return {
    ...shared,
    status: 'completed' as const,
    conclusion: conclusions[run.outcome],
    // Told apart by it: events about this state and about a later one that looks the same.
    completed_at: new Date(now).toISOString(),
    actions: run.actions.slice(0, 3).map(({ identifier, label, description }) => ({
      identifier: identifier.slice(0, 20),
      label: label.slice(0, 20),
      description: description.slice(0, 40),
    })),
  };
}

const statusOf = (error: unknown): number | null =>
  error instanceof RequestError && error.response ? error.status : null;

function explain(error: unknown, now: number): CodeHostError {
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
