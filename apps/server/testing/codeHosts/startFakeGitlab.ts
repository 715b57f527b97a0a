// biome-ignore-all lint/style/useNamingConvention: fields of GitLab's API.

import { type FakeAnswer, type FakeRequest, type FakeServer, startFakeServer } from './startFakeServer.js';

interface FakeStatus {
  id: number;
  sha: string;
  name: string;
  status: string;
  description: string | null;
  target_url: string | null;
}

interface FakeNote {
  id: number;
  mergeRequest: number;
  body: string;
  author: { id: number };
}

export interface FakeGitlab extends FakeServer {
  token: string;
  statuses: FakeStatus[];
  notes: FakeNote[];
  mergeRequests: {
    iid: number;
    state: 'opened' | 'merged';
    sha: string;
    title?: string;
    author?: { username: string };
  }[];
  /** The commits of each branch, the first one theirs in common. */
  branches: Record<string, string[]>;
  /** The one project, and what the owner of the token may do in it; null where that is nothing of their own. */
  project: { id: number; path: string; level: number | null };
}

const states = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'];
const ownUser = { id: 7 };

/**
 * A GitLab with one project, `acme/web`. npm has no description of GitLab's API, so this follows its manual: a status
 * that has not ended is moved on, any other gets a successor of the same name, and a move to the same state is refused
 * with 400.
 */
export async function startFakeGitlab(): Promise<FakeGitlab> {
  const token = 'glpat-token-of-the-fake';
  let lastId = 0;
  const statuses: FakeStatus[] = [];
  const notes: FakeNote[] = [];
  const mergeRequests: FakeGitlab['mergeRequests'] = [];
  const branches: FakeGitlab['branches'] = {};
  const project: FakeGitlab['project'] = { id: 278_964, path: 'acme/web', level: 40 };

  /** Where a ref is missing, the last one is named, whichever it is. */
  function mergeBase([base = '', head = '']: string[]): FakeAnswer {
    const branch = branches[base];
    const isKnown = Object.values(branches).some((commits) => commits.includes(head));
    if (!branch || !isKnown) return refuse(`Could not find ref: ${head}`);
    const id = branch.includes(head) ? head : branch[0];
    return id === undefined
      ? { status: 404, body: { message: '404 Merge Base Not Found' } }
      : { status: 200, body: { id } };
  }

  function setStatus(sha: string, sent: Record<string, string>): FakeAnswer {
    const { state = '', name = 'default', description = null, target_url = null } = sent;
    if (!states.includes(state)) return refuse('state does not have a valid value');
    if ([name, description ?? '', target_url ?? ''].some((text) => text.length > 255)) {
      return refuse({ description: ['is too long (maximum is 255 characters)'] });
    }
    const open = statuses.find(
      (one) => one.sha === sha && one.name === name && ['pending', 'running'].includes(one.status),
    );
    if (open?.status === state) {
      const event = state === 'running' ? 'run' : 'enqueue';
      return refuse(`Cannot transition status via :${event} from :${state}`);
    }
    const made: FakeStatus = open ?? { id: ++lastId, sha, name, status: state, description, target_url };
    Object.assign(made, { status: state, description, target_url });
    if (!open) statuses.push(made);
    return { status: 201, body: made };
  }

  function answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers['private-token'] !== token) return { status: 401, body: { message: '401 Unauthorized' } };
    if (method === 'GET' && path === '/api/v4/user') return { status: 200, body: ownUser };
    const [, , , root = '', named = '', kind = '', ...parts] = path.split('/');
    const isKnown = [project.path, String(project.id)].includes(decodeURIComponent(named));
    if (root !== 'projects' || !isKnown) return { status: 404, body: { message: '404 Project Not Found' } };
    if (method === 'GET' && kind === '') return { status: 200, body: shownProject(project) };
    const sent = body ? JSON.parse(body) : {};
    if (method === 'POST' && kind === 'statuses') return setStatus(parts[0] ?? '', sent);
    if (method === 'GET' && kind === 'repository' && parts[2] === 'statuses') {
      const found = statuses.filter((one) => one.sha === parts[1] && one.name === query.get('name'));
      return { status: 200, body: found.slice(-1) };
    }
    if (method === 'GET' && kind === 'repository' && parts[2] === 'merge_requests') {
      return { status: 200, body: mergeRequests.filter((one) => one.sha === parts[1]) };
    }
    if (method === 'GET' && path.endsWith('/repository/merge_base')) return mergeBase(query.getAll('refs[]'));
    if (method === 'GET' && kind === 'repository' && parts[0] === 'branches') {
      const name = decodeURIComponent(parts[1] ?? '');
      return branches[name]
        ? { status: 200, body: { name } }
        : { status: 404, body: { message: '404 Branch Not Found' } };
    }
    const mergeRequest = Number(parts[0]);
    if (method === 'GET' && kind === 'merge_requests' && parts.length === 1) {
      const found = mergeRequests.find(({ iid }) => iid === mergeRequest);
      return found ? { status: 200, body: found } : { status: 404, body: { message: '404 Not found' } };
    }
    if (method === 'GET' && kind === 'merge_requests') {
      const size = Number(query.get('per_page') ?? 20);
      const page = Number(query.get('page') ?? 1);
      const found = notes.filter((one) => one.mergeRequest === mergeRequest);
      return { status: 200, body: found.slice((page - 1) * size, page * size) };
    }
    if (method === 'POST' && kind === 'merge_requests') {
      const note = { id: ++lastId, mergeRequest, body: sent.body, author: ownUser };
      notes.push(note);
      return { status: 201, body: note };
    }
    const note = notes.find((one) => String(one.id) === parts[2]);
    if (method !== 'PUT' || !note) return { status: 404, body: { message: '404 Not Found' } };
    note.body = sent.body;
    return { status: 200, body: note };
  }

  return Object.assign(await startFakeServer(answer), {
    token,
    statuses,
    notes,
    mergeRequests,
    branches,
    project,
  });
}

function shownProject({ id, path, level }: FakeGitlab['project']): object {
  const access = level === null ? null : { access_level: level, notification_level: 3 };
  return { id, path_with_namespace: path, permissions: { project_access: access, group_access: null } };
}

const refuse = (message: unknown): FakeAnswer => ({ status: 400, body: { message } });
