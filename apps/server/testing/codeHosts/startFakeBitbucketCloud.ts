// biome-ignore-all lint/style/useNamingConvention: fields of Bitbucket's API.

import { type FakeBuild, setFakeBuild } from './setFakeBuild.js';
import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

export interface FakeBitbucketCloud extends FakeServer {
  /** Such as `Bearer …`: what requests have to carry. */
  authorization: string;
  builds: FakeBuild[];
  comments: { id: number; pull: number; raw: string; author: string; deleted: boolean }[];
  pulls: { id: number; state: 'OPEN' | 'MERGED'; sha: string }[];
  /** The commits of each branch. */
  branches: Record<string, string[]>;
  /** The one repository, and whether the owner of the token may write to it. */
  repository: { uuid: string; workspace: string; name: string; mayWrite: boolean };
}

const rules = {
  states: ['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED'],
  longestKey: 40,
  longestUrl: 2000,
};
const self = 'svc';

/** Bitbucket Cloud with one repository, `acme/web`, after its manual. */
export async function startFakeBitbucketCloud(): Promise<FakeBitbucketCloud> {
  let lastId = 0;
  const builds: FakeBuild[] = [];
  const comments: FakeBitbucketCloud['comments'] = [];
  const pulls: FakeBitbucketCloud['pulls'] = [];
  const branches: FakeBitbucketCloud['branches'] = {};
  const repository: FakeBitbucketCloud['repository'] = {
    uuid: '{1b1b1b1b-0000-4000-8000-000000000001}',
    workspace: 'acme',
    name: 'web',
    mayWrite: true,
  };
  const shownRepository = () => ({
    type: 'repository',
    uuid: repository.uuid,
    full_name: `${repository.workspace}/${repository.name}`,
  });

  function listMissing(query: URLSearchParams): FakeAnswer {
    const [commit = '', branch = ''] = [query.get('include') ?? '', query.get('exclude') ?? ''];
    const line = Object.values(branches).find((commits) => commits.includes(commit));
    const excluded = branches[branch];
    if (!line || !excluded) return refuse(404, 'Commit not found');
    const all = line.slice(0, line.indexOf(commit) + 1).filter((one) => !excluded.includes(one));
    return page(
      all.map((hash) => ({ hash })),
      query,
    );
  }

  function ofPull(method: string, parts: string[], query: URLSearchParams, raw: string): FakeAnswer {
    const pull = Number(parts[0]);
    const shown = (one: FakeBitbucketCloud['comments'][number]) => ({
      id: one.id,
      content: { raw: one.raw },
      user: { nickname: one.author },
      deleted: one.deleted,
    });
    const found = comments.filter((one) => one.pull === pull);
    if (method === 'GET') return page(found.map(shown), query);
    if (method === 'POST') {
      const made = { id: ++lastId, pull, raw, author: self, deleted: false };
      comments.push(made);
      return { status: 201, body: shown(made) };
    }
    const comment = found.find(({ id }) => String(id) === parts[2]);
    if (!comment) return refuse(404, 'Comment not found');
    if (comment.author !== self) return refuse(403, 'You may not edit this comment');
    comment.raw = raw;
    return { status: 200, body: shown(comment) };
  }

  function answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== server.authorization) return refuse(401, 'Token is invalid');
    const [, version, root, workspace, name, kind, ...parts] = path.split('/').map(decodeURIComponent);
    if (version !== '2.0' || root !== 'repositories' || workspace !== repository.workspace) {
      return refuse(404, 'Workspace not found');
    }
    if (name === undefined) {
      const isMine = repository.mayWrite && query.get('role') === 'contributor';
      return page(isMine ? [shownRepository()] : [], query);
    }
    if (name !== repository.name && name !== repository.uuid) return refuse(404, 'Repository not found');
    if (kind === undefined) return { status: 200, body: shownRepository() };
    const sent = body ? JSON.parse(body) : {};
    if (kind === 'commit' && parts.slice(1).join('/') === 'statuses/build') {
      const build = setFakeBuild(builds, parts[0] ?? '', sent, rules);
      return build ? { status: 201, body: { type: 'build', ...build } } : refuse(400, 'Bad request');
    }
    if (kind === 'commits') return listMissing(query);
    if (kind === 'refs') {
      return branches[parts[1] ?? ''] ? { status: 200, body: {} } : refuse(404, 'Branch not found');
    }
    if (kind !== 'pullrequests') return refuse(404, 'Not found');
    if (parts.length > 0) return ofPull(method, parts, query, sent.content?.raw);
    const shown = pulls
      .filter(({ state }) => state === query.get('state'))
      .map(({ id, sha }) => ({ id, source: { commit: { hash: sha.slice(0, 12) } } }));
    return page(shown, query);
  }

  const server: FakeBitbucketCloud = Object.assign(await startFakeServer(answer), {
    authorization: 'Bearer token-of-the-fake-bitbucket',
    builds,
    comments,
    pulls,
    branches,
    repository,
  });
  return server;
}

/** Pages of two, however many are asked for: the manual promises no more than that there is a link to the next. */
function page(all: readonly object[], query: URLSearchParams): FakeAnswer {
  const size = Math.min(Number(query.get('pagelen') ?? 10), 2);
  const number = Number(query.get('page') ?? 1);
  const rest = all.slice(number * size);
  const next = rest.length > 0 ? { next: `https://api.bitbucket.org/2.0/?page=${number + 1}` } : {};
  return { status: 200, body: { values: all.slice((number - 1) * size, number * size), ...next } };
}

const refuse = (status: number, message: string): FakeAnswer => ({
  status,
  body: { type: 'error', error: { message } },
});
