// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import type { DescribedOperation, GithubRoute } from './readGithubDescription.js';
import type { FakeAnswer, FakeRequest } from './startFakeServer.js';

export interface FakeCheckRun {
  id: number;
  name: string;
  head_sha: string;
  external_id: string;
  details_url: string;
  status: string;
  conclusion: string | null;
  output: { title: string; summary: string };
  actions: { identifier: string; label: string; description: string }[];
}

export interface FakeComment {
  id: number;
  pull: number;
  body: string;
  /** The App that wrote it; null for a person. */
  app: number | null;
}

/** What a fake GitHub holds; tests look into it and change it. */
export interface GithubRecords {
  runs: FakeCheckRun[];
  comments: FakeComment[];
  pulls: { number: number; state: 'open' | 'closed'; sha: string; title?: string; author?: string }[];
  /** Commits that were pushed; any other is refused. Empty for all. */
  commits: string[];
  permissions: Record<string, 'admin' | 'write' | 'read' | 'none'>;
  /** Of the App; the repository is in the last one. */
  installations: number[];
  /** The one repository. */
  repository: { id: number; owner: string; name: string };
  /** Logins of people, by their number. */
  accounts: Record<string, string>;
  /** The commits of each branch. Of a commit that is on none, nothing is known. */
  branches: Record<string, string[]>;
}

export interface GithubState extends GithubRecords {
  lastId: number;
  tokens: Set<string>;
}

type Handler = (
  operation: DescribedOperation,
  at: Record<string, string>,
  request: FakeRequest,
) => FakeAnswer;

export const appId = 4711;

export const missing: FakeAnswer = { status: 404, body: { message: 'Not Found' } };
export const invalid = (...problems: string[]): FakeAnswer => ({
  status: 422,
  body: { message: 'Invalid request', errors: problems },
});

/** @param appExample the part of GitHub's example of an App that comments carry */
export const githubRoutes = (state: GithubState, appExample: object): Record<GithubRoute, Handler> => ({
  ...appRoutes(state),
  ...checkRunRoutes(state),
  ...commentRoutes(state, appExample),
  ...repositoryRoutes(state),
});

const appRoutes = (state: GithubState) =>
  ({
    'GET /repos/{owner}/{repo}/installation': (operation) => ({
      status: 200,
      body: { ...(operation.example() as object), id: state.installations.at(-1) },
    }),
    'POST /app/installations/{installation_id}/access_tokens': (operation, at, request) => {
      if (!state.installations.includes(Number(at.installation_id))) return missing;
      const asked: { repositories?: string[]; repository_ids?: number[] } = JSON.parse(request.body || '{}');
      const { id, name } = state.repository;
      if (at.installation_id !== String(state.installations.at(-1)))
        return invalid('not of this installation');
      if (asked.repositories?.some((one) => one !== name)) return invalid('repositories');
      if (asked.repository_ids?.some((one) => one !== id)) return invalid('repository_ids');
      const token = `ghs_${++state.lastId}`;
      state.tokens.add(token);
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return { status: 201, body: { ...(operation.example() as object), token, expires_at: expires } };
    },
  }) satisfies Partial<Record<GithubRoute, Handler>>;

const checkRunRoutes = (state: GithubState) =>
  ({
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': (operation, at, { query }) => {
      const found = state.runs.filter(
        (run) =>
          run.head_sha === at.ref && (!query.has('check_name') || run.name === query.get('check_name')),
      );
      const page = pageOf(found, query);
      const example = (operation.example() as { check_runs: object[] }).check_runs[0] ?? {};
      return {
        status: 200,
        body: { total_count: found.length, check_runs: page.map((run) => shown(example, run)) },
      };
    },
    'POST /repos/{owner}/{repo}/check-runs': (operation, _at, request) => {
      const sent = JSON.parse(request.body);
      if (state.commits.length > 0 && !state.commits.includes(sent.head_sha)) {
        return { status: 422, body: { message: `No commit found for SHA: ${sent.head_sha}` } };
      }
      const run: FakeCheckRun = {
        id: ++state.lastId,
        conclusion: null,
        actions: [],
        external_id: '',
        ...sent,
      };
      state.runs.push(run);
      return { status: 201, body: shown(operation.example() as object, run) };
    },
    'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': (operation, at, request) => {
      const run = state.runs.find((one) => String(one.id) === at.check_run_id);
      if (!run) return missing;
      const sent = JSON.parse(request.body);
      Object.assign(run, sent.status === 'completed' ? {} : { conclusion: null, actions: [] }, sent);
      return { status: 200, body: shown(operation.example() as object, run) };
    },
  }) satisfies Partial<Record<GithubRoute, Handler>>;

const repositoryRoutes = (state: GithubState) =>
  ({
    'GET /repos/{owner}/{repo}': (operation) => {
      // GitHub's example is of a fork, and has no `language`, which its description requires.
      const {
        source: _,
        parent: __,
        ...example
      } = operation.example() as Record<string, object> & { owner: object };
      const { id, name, owner } = state.repository;
      const body = {
        ...example,
        language: null,
        fork: false,
        id,
        name,
        full_name: `${owner}/${name}`,
        owner: { ...example.owner, login: owner },
      };
      return { status: 200, body };
    },
    'GET /user/{account_id}': (operation, at) => {
      const login = state.accounts[at.account_id ?? ''];
      if (login === undefined) return missing;
      return { status: 200, body: { ...(operation.example() as object), id: Number(at.account_id), login } };
    },
    'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': (operation, at) => {
      const [example] = operation.example() as { head: object }[];
      const found = state.pulls.filter((pull) => pull.sha === at.commit_sha);
      const body = found.map(({ number, state: status, sha }) => ({
        ...example,
        number,
        state: status,
        head: { ...example?.head, sha },
        requested_teams: [],
      }));
      return { status: 200, body };
    },
    'GET /repos/{owner}/{repo}/pulls/{pull_number}': (operation, at) => {
      const pull = state.pulls.find((one) => String(one.number) === at.pull_number);
      if (!pull) return missing;
      const example = operation.example() as { user: object };
      const { number, state: status, title = 'A change', author = 'octocat' } = pull;
      return {
        status: 200,
        body: {
          ...example,
          number,
          state: status,
          title,
          user: { ...example.user, login: author },
          requested_teams: [],
        },
      };
    },
    'GET /repos/{owner}/{repo}/collaborators/{username}/permission': (operation, at) => {
      const example = operation.example() as { user: object };
      const [id] = Object.entries(state.accounts).find(([, login]) => login === at.username) ?? [];
      const body = {
        ...example,
        permission: state.permissions[at.username ?? ''] ?? 'none',
        user:
          id === undefined
            ? null
            : { ...example.user, id: Number(id), login: at.username, role_name: 'custom' },
      };
      return { status: 200, body };
    },
    'GET /repos/{owner}/{repo}/compare/{basehead}': (operation, at) => {
      const [base = '', head = ''] = (at.basehead ?? '').split('...');
      const branch = state.branches[base];
      if (!branch || !Object.values(state.branches).some((commits) => commits.includes(head))) return missing;
      const status = branch.at(-1) === head ? 'identical' : branch.includes(head) ? 'behind' : 'diverged';
      return { status: 200, body: { ...(operation.example() as object), status, commits: [] } };
    },
    'GET /repos/{owner}/{repo}/branches/{branch}': (operation, at) =>
      state.branches[at.branch ?? '']
        ? { status: 200, body: { ...(operation.example() as object), name: at.branch } }
        : missing,
  }) satisfies Partial<Record<GithubRoute, Handler>>;

const commentRoutes = (state: GithubState, appExample: object) =>
  ({
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (operation, at, { query }) => {
      const [example = {}] = operation.example() as object[];
      const found = state.comments.filter((one) => String(one.pull) === at.issue_number);
      return { status: 200, body: pageOf(found, query).map((one) => comment(appExample, example, one)) };
    },
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (operation, at, request) => {
      const made = {
        id: ++state.lastId,
        pull: Number(at.issue_number),
        body: JSON.parse(request.body).body,
        app: appId,
      };
      state.comments.push(made);
      return { status: 201, body: comment(appExample, operation.example() as object, made) };
    },
    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (operation, at, request) => {
      const found = state.comments.find((one) => String(one.id) === at.comment_id);
      if (!found) return missing;
      found.body = JSON.parse(request.body).body;
      return { status: 200, body: comment(appExample, operation.example() as object, found) };
    },
  }) satisfies Partial<Record<GithubRoute, Handler>>;

function comment(appExample: object, example: object, one: FakeComment): object {
  return {
    ...example,
    id: one.id,
    body: one.body,
    performed_via_github_app: one.app === null ? null : { ...appExample, id: one.app },
  };
}

const shown = (example: object, { actions: _, ...run }: FakeCheckRun): object => ({
  ...example,
  ...run,
  html_url: `https://github.com/acme/web/runs/${run.id}`,
  output: { ...('output' in example ? (example.output as object) : {}), ...run.output },
});

const pageOf = <T>(all: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  return all.slice((page - 1) * size, page * size);
};
