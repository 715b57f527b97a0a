// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { createVerify, generateKeyPairSync } from 'node:crypto';
import { type DescribedOperation, type GithubRoute, readGithubDescription } from './readGithubDescription.js';
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

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

interface FakeComment {
  id: number;
  pull: number;
  body: string;
  /** The App that wrote it; null for a person. */
  app: number | null;
}

export interface FakeGithub extends FakeServer {
  appId: number;
  privateKey: string;
  runs: FakeCheckRun[];
  comments: FakeComment[];
  pulls: { number: number; state: 'open' | 'closed'; sha: string }[];
  /** Commits that were pushed; any other is refused. Empty for all. */
  commits: string[];
  permissions: Record<string, 'admin' | 'write' | 'read' | 'none'>;
}

const described = readGithubDescription();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * A GitHub with one repository, `acme/web`, that keeps check runs and comments. Every request is held against
 * GitHub's own description and answered 422 where it does not fit, and so is every answer of the fake.
 */
export async function startFakeGithub(): Promise<FakeGithub> {
  const appId = 4711;
  const installation = 99;
  const tokens = new Set<string>();
  let lastId = 0;
  const state = {
    runs: [] as FakeCheckRun[],
    comments: [] as FakeComment[],
    pulls: [] as FakeGithub['pulls'],
    commits: [] as string[],
    permissions: {} as FakeGithub['permissions'],
  };

  function admits(route: GithubRoute, authorization = ''): boolean {
    const [scheme = '', token = ''] = authorization.split(' ');
    const forApp = route.endsWith('/installation') || route.endsWith('/access_tokens');
    if (!forApp) return tokens.has(token);
    const [head, claims, signature] = token.split('.');
    if (scheme.toLowerCase() !== 'bearer' || !head || !claims || !signature) return false;
    const issuer: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString()).iss;
    return (
      String(issuer) === String(appId) &&
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
    );
  }

  const routes: Record<
    GithubRoute,
    (operation: DescribedOperation, at: Record<string, string>, request: FakeRequest) => FakeAnswer
  > = {
    'GET /repos/{owner}/{repo}/installation': (operation) => ({
      status: 200,
      body: { ...(operation.example() as object), id: installation },
    }),
    'POST /app/installations/{installation_id}/access_tokens': (operation, at, request) => {
      if (at.installation_id !== String(installation)) return missing;
      const asked: { repositories?: string[] } = JSON.parse(request.body || '{}');
      if (asked.repositories?.some((name) => name !== 'web')) return invalid('repositories');
      const token = `ghs_${++lastId}`;
      tokens.add(token);
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return { status: 201, body: { ...(operation.example() as object), token, expires_at: expires } };
    },
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
      const run: FakeCheckRun = { id: ++lastId, conclusion: null, actions: [], external_id: '', ...sent };
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
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (operation, at, { query }) => {
      const [example = {}] = operation.example() as object[];
      const found = state.comments.filter((one) => String(one.pull) === at.issue_number);
      return { status: 200, body: pageOf(found, query).map((one) => comment(example, one)) };
    },
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (operation, at, request) => {
      const made = {
        id: ++lastId,
        pull: Number(at.issue_number),
        body: JSON.parse(request.body).body,
        app: appId,
      };
      state.comments.push(made);
      return { status: 201, body: comment(operation.example() as object, made) };
    },
    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (operation, at, request) => {
      const found = state.comments.find((one) => String(one.id) === at.comment_id);
      if (!found) return missing;
      found.body = JSON.parse(request.body).body;
      return { status: 200, body: comment(operation.example() as object, found) };
    },
    'GET /repos/{owner}/{repo}/collaborators/{username}/permission': (operation, at) => ({
      status: 200,
      body: {
        ...(operation.example() as object),
        permission: state.permissions[at.username ?? ''] ?? 'none',
        user: null,
      },
    }),
  };

  /** A part of GitHub's example of an App, which the answers of comments carry. */
  const appExample = shownApp();
  function comment(example: object, one: FakeComment): object {
    return {
      ...example,
      id: one.id,
      body: one.body,
      performed_via_github_app: one.app === null ? null : { ...appExample, id: one.app },
    };
  }

  function answer(request: FakeRequest): FakeAnswer {
    for (const operation of described) {
      const at = operation.match(request.method, request.path);
      if (!at) continue;
      if (!admits(operation.route, request.headers.authorization))
        return { status: 401, body: { message: 'Bad credentials' } };
      if ('owner' in at && `${at.owner}/${at.repo}` !== 'acme/web') return missing;
      const problems = operation.problems(request.query, request.body ? JSON.parse(request.body) : undefined);
      if (problems.length > 0) return invalid(...problems);
      const made = routes[operation.route](operation, at, request);
      const wrong = made.status < 300 ? operation.answerProblems(made.status, made.body) : [];
      if (wrong.length > 0)
        throw new Error(`the fake answers ${operation.route} wrongly: ${wrong.join('; ')}`);
      return made;
    }
    return missing;
  }

  const server = await startFakeServer(answer);
  return Object.assign(server, state, {
    appId,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
}

const missing: FakeAnswer = { status: 404, body: { message: 'Not Found' } };
const invalid = (...problems: string[]): FakeAnswer => ({
  status: 422,
  body: { message: 'Invalid request', errors: problems },
});

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

function shownApp(): object {
  const create = described.find((one) => one.route === 'POST /repos/{owner}/{repo}/check-runs');
  return (create?.example() as { app: object } | undefined)?.app ?? {};
}
