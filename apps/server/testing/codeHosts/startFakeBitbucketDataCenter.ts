import { type FakeBuild, setFakeBuild } from './setFakeBuild.js';
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

export interface FakeBitbucketDataCenter extends FakeServer {
  token: string;
  builds: FakeBuild[];
  comments: { id: number; version: number; pull: number; text: string; author: string }[];
  pulls: { id: number; state: 'OPEN' | 'MERGED'; sha: string }[];
  /** The commits of each branch. */
  branches: Record<string, string[]>;
  /** The one repository, and whether the owner of the token may write to it. */
  repository: { id: number; projectKey: string; slug: string; mayWrite: boolean };
}

const rules = {
  states: ['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'CANCELLED', 'UNKNOWN'],
  longestKey: 255,
  longestUrl: 450,
};
const self = 'svc';
const ownRepository = { id: 17, projectKey: 'WEB', slug: 'app', mayWrite: true };

/** A Bitbucket Data Center with one repository, `WEB/app`, after its manual. */
export async function startFakeBitbucketDataCenter(): Promise<FakeBitbucketDataCenter> {
  const token = 'token-of-the-fake-data-center';
  let lastId = 0;
  const builds: FakeBuild[] = [];
  const comments: FakeBitbucketDataCenter['comments'] = [];
  const pulls: FakeBitbucketDataCenter['pulls'] = [];
  const branches: FakeBitbucketDataCenter['branches'] = {};
  const repository = { ...ownRepository };
  const shownRepository = () => ({
    id: repository.id,
    slug: repository.slug,
    name: 'The app',
    project: { key: repository.projectKey },
  });

  function listMissing(query: URLSearchParams): FakeAnswer {
    const commit = query.get('until') ?? '';
    const line = Object.values(branches).find((commits) => commits.includes(commit));
    const excluded = branches[query.get('since')?.replace(/^refs\/heads\//, '') ?? ''];
    if (!line || !excluded) return refuse(404, 'No such commit');
    const all = line.slice(0, line.indexOf(commit) + 1).filter((one) => !excluded.includes(one));
    return page(
      all.map((id) => ({ id })),
      query,
    );
  }

  function ofPull(method: string, parts: string[], query: URLSearchParams, body: string): FakeAnswer {
    const pull = Number(parts[0]);
    const found = comments.filter((one) => one.pull === pull);
    if (parts[1] === 'activities') {
      return page(
        [{ action: 'OPENED' }, ...found.map((comment) => ({ action: 'COMMENTED', comment }))],
        query,
      );
    }
    const sent: { text: string; version?: number } = JSON.parse(body);
    if (sent.text.length > 32_768) return refuse(400, 'The text is too long');
    if (method === 'POST') {
      const made = { id: ++lastId, version: 0, pull, text: sent.text, author: self };
      comments.push(made);
      return { status: 201, body: made };
    }
    const comment = found.find(({ id }) => String(id) === parts[2]);
    if (!comment) return refuse(404, 'No such comment');
    if (comment.author !== self) return refuse(401, 'You may not update this comment');
    if (comment.version !== sent.version) return refuse(409, 'The comment was updated meanwhile');
    Object.assign(comment, { text: sent.text, version: comment.version + 1 });
    return { status: 200, body: comment };
  }

  function ofRepository({ method, query, body }: FakeRequest, [kind, ...parts]: string[]): FakeAnswer {
    if (kind === undefined) return { status: 200, body: shownRepository() };
    if (kind === 'branches') {
      const named = Object.keys(branches).filter((one) => one.includes(query.get('filterText') ?? ''));
      return page(
        named.map((displayId) => ({ displayId })),
        query,
      );
    }
    if (kind === 'pull-requests') return ofPull(method, parts, query, body);
    if (kind === 'commits' && parts.length === 0) return listMissing(query);
    if (parts[1] === 'builds') {
      const build = setFakeBuild(builds, parts[0] ?? '', JSON.parse(body), rules);
      return build ? { status: 204 } : refuse(400, 'The build is not valid');
    }
    if (parts[1] !== 'pull-requests') return refuse(404, 'Not found');
    const containing = pulls.map(({ id, state, sha }) => ({ id, state, fromRef: { latestCommit: sha } }));
    return page(containing, query);
  }

  function answer(request: FakeRequest): FakeAnswer {
    const { path, query, headers } = request;
    if (headers.authorization !== `Bearer ${token}`) return refuse(401, 'You are not authenticated');
    const [, rest, api, latest, root, ...parts] = path.split('/').map(decodeURIComponent);
    if (`${rest}/${api}/${latest}` !== 'rest/api/latest') return refuse(404, 'Not found');
    const { projectKey, slug, mayWrite } = repository;
    if (root === 'repos') {
      const isMine = mayWrite && query.get('permission') === 'REPO_WRITE';
      return page(isMine ? [{ id: 3 }, { id: 5 }, shownRepository()] : [], query);
    }
    const [key, repos, named, ...below] = parts;
    const isKnown = root === 'projects' && key === projectKey && repos === 'repos' && named === slug;
    return isKnown ? ofRepository(request, below) : refuse(404, 'Repository does not exist');
  }

  const server = await startFakeServer(answer);
  return Object.assign(server, { token, builds, comments, pulls, branches, repository });
}

/** Pages of two, however many are asked for. */
function page(all: readonly object[], query: URLSearchParams): FakeAnswer {
  const limit = Math.min(Number(query.get('limit') ?? 25), 2);
  const start = Number(query.get('start') ?? 0);
  const isLastPage = start + limit >= all.length;
  const next = isLastPage ? {} : { nextPageStart: start + limit };
  return {
    status: 200,
    body: { values: all.slice(start, start + limit), limit, start, isLastPage, ...next },
  };
}

const refuse = (status: number, message: string): FakeAnswer => ({
  status,
  body: { errors: [{ context: null, message, exceptionName: null }] },
});
