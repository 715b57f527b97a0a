// biome-ignore-all lint/style/useNamingConvention: fields of Gitea's API.

import type { Comment, CommitStatus, PullRequest, Repository } from 'gitea-js';
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

export interface FakeGitea extends FakeServer {
  token: string;
  /** Oldest first; the newest of each context counts. */
  statuses: (Required<Pick<CommitStatus, 'id' | 'context' | 'status' | 'description' | 'target_url'>> & {
    sha: string;
  })[];
  comments: { id: number; pull: number; body: string; user: { id: number } }[];
  pulls: { number: number; state: 'open' | 'closed'; sha: string }[];
  /** The commits of each branch. */
  branches: Record<string, string[]>;
  /** The one repository, and whether the owner of the token may push to it. */
  repository: { id: number; name: string; push: boolean };
}

const states = ['pending', 'success', 'error', 'failure', 'warning'];
const ownUser = { id: 7 };
/** What an instance answers at most, whatever it is asked for. */
const largestPage = 2;

/** A Gitea with one repository, `acme/web`, after its manual. */
export async function startFakeGitea(): Promise<FakeGitea> {
  const token = 'token-of-the-fake-gitea';
  let lastId = 0;
  const statuses: FakeGitea['statuses'] = [];
  const comments: FakeGitea['comments'] = [];
  const pulls: FakeGitea['pulls'] = [];
  const branches: FakeGitea['branches'] = {};
  const repository: FakeGitea['repository'] = { id: 42, name: 'acme/web', push: true };

  function shownRepository(): FakeAnswer {
    const { id, name, push } = repository;
    const body: Repository = { id, full_name: name, permissions: { admin: false, push, pull: true } };
    return { status: 200, body };
  }

  function addStatus(sha: string, sent: Record<string, string>): FakeAnswer {
    const { state = '', context = 'default', description = '', target_url = '' } = sent;
    if (!states.includes(state)) return { status: 422, body: { message: `[State]: In(${states})` } };
    statuses.push({ id: ++lastId, sha, context, status: state as never, description, target_url });
    const body: CommitStatus = statuses.at(-1) ?? {};
    return { status: 201, body };
  }

  function compare(named: string): FakeAnswer {
    const [branch = '', commit = ''] = named.split('...');
    const base = branches[branch];
    const head = Object.values(branches).find((commits) => commits.includes(commit));
    if (!base || !head) return notFound;
    const missing = head.slice(0, head.indexOf(commit) + 1).filter((one) => !base.includes(one));
    return { status: 200, body: { total_commits: missing.length, commits: [] } };
  }

  function listPulls(query: URLSearchParams): FakeAnswer {
    const size = Math.min(Number(query.get('limit') ?? largestPage), largestPage);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    const body: PullRequest[] = pulls
      .filter((one) => one.state === query.get('state'))
      .slice(from, from + size)
      .map(({ number, sha }) => ({ number, head: { sha } }));
    return { status: 200, body };
  }

  function issues(method: string, parts: string[], sent: { body: string }): FakeAnswer {
    if (parts[0] === 'comments' && method === 'PATCH') {
      const comment = comments.find(({ id }) => String(id) === parts[1]);
      if (!comment) return notFound;
      comment.body = sent.body;
      return { status: 200, body: comment };
    }
    const pull = Number(parts[0]);
    if (parts[1] !== 'comments') return notFound;
    if (method === 'GET') {
      const body: Comment[] = comments.filter((one) => one.pull === pull);
      return { status: 200, body };
    }
    comments.push({ id: ++lastId, pull, body: sent.body, user: ownUser });
    return { status: 201, body: comments.at(-1) };
  }

  function answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== `token ${token}`) {
      return { status: 401, body: { message: 'user does not exist [uid: 0, name: ]' } };
    }
    if (path === '/api/v1/user') return { status: 200, body: ownUser };
    if (path === `/api/v1/repositories/${repository.id}`) return shownRepository();
    const root = `/api/v1/repos/${repository.name}`.toLowerCase();
    if (!path.toLowerCase().startsWith(root)) return notFound;
    const [, kind = '', ...parts] = decodeURIComponent(path.slice(root.length)).split('/');
    if (kind === '') return shownRepository();
    const sent = body ? JSON.parse(body) : {};
    if (method === 'POST' && kind === 'statuses') return addStatus(parts[0] ?? '', sent);
    if (kind === 'compare') return compare(parts.join('/'));
    if (kind === 'pulls') return listPulls(query);
    if (kind === 'issues') return issues(method, parts, sent);
    const name = parts.join('/');
    if (kind === 'branches' && branches[name]) return { status: 200, body: { name } };
    return notFound;
  }

  const server = await startFakeServer(answer);
  return Object.assign(server, { token, statuses, comments, pulls, branches, repository });
}

const notFound: FakeAnswer = {
  status: 404,
  body: {
    errors: [],
    message: "The target couldn't be found.",
    url: 'https://gitea.example.com/api/swagger',
  },
};
