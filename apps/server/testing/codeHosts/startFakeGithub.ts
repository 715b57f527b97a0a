// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { createVerify, generateKeyPairSync } from 'node:crypto';
import {
  appId,
  type GithubRecords,
  type GithubState,
  githubRoutes,
  invalid,
  missing,
} from './githubRoutes.js';
import { type GithubRoute, readGithubDescription } from './readGithubDescription.js';
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

export interface FakeGithub extends FakeServer, GithubRecords {
  appId: number;
  privateKey: string;
}

/** Before the paths of an Enterprise Server. */
const enterpriseApi = /^\/api\/v3(?=\/)/;
const described = readGithubDescription();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * A GitHub with one repository, `acme/web`, that keeps check runs and comments. Every request is held against
 * GitHub's own description and answered 422 where it does not fit, and so is every answer of the fake.
 */
export async function startFakeGithub(): Promise<FakeGithub> {
  const state: GithubState = {
    runs: [],
    comments: [],
    pulls: [],
    commits: [],
    permissions: {},
    branches: {},
    installations: [99],
    repository: { id: 1_296_269, owner: 'acme', name: 'web' },
    accounts: {},
    lastId: 0,
    tokens: new Set(),
  };
  const routes = githubRoutes(state, shownApp());

  function answer(request: FakeRequest): FakeAnswer {
    for (const operation of described) {
      const at = operation.match(request.method, request.path.replace(enterpriseApi, ''));
      if (!at) continue;
      if (!admits(state.tokens, operation.route, request.headers.authorization))
        return { status: 401, body: { message: 'Bad credentials' } };
      const { owner, name } = state.repository;
      if ('owner' in at && `${at.owner}/${at.repo}` !== `${owner}/${name}`) return missing;
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
  const { runs, comments, pulls, commits, permissions, branches, installations, repository, accounts } =
    state;
  return Object.assign(
    server,
    { runs, comments, pulls, commits, permissions, branches, installations, repository, accounts },
    {
      appId,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  );
}

function admits(tokens: ReadonlySet<string>, route: GithubRoute, authorization = ''): boolean {
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

function shownApp(): object {
  const create = described.find((one) => one.route === 'POST /repos/{owner}/{repo}/check-runs');
  return (create?.example() as { app: object } | undefined)?.app ?? {};
}
