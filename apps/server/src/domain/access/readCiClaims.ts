import type { CiIdentity } from './CiIssuers.js';
import type { KeyBinding } from './KeyBinding.js';

/** What started a run on a ref of the repository itself, by people who may write to it. */
const ownGithubEvents = new Set([
  'push',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'create',
]);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The number of a repository, which GitHub signs as a text and GitLab as either. */
const numberOf = (value: unknown): string | null => {
  const written = typeof value === 'number' ? String(value) : text(value);
  return written !== null && /^[1-9]\d{0,18}$/.test(written) ? written : null;
};

/** The branch of a full ref. A tag may be called `refs/heads/main` too, so the type has to agree where it is given. */
function branchOfRef(ref: string, type: unknown): string | null {
  const [, branch = null] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
  return type === undefined || type === 'branch' ? branch : null;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The run that the signed claims of a token tell of; null when they are not those of a run.
 * @param place of the code host that issues these tokens
 */
export function readCiClaims(kind: CiIdentity['kind'], place: string, claims: Claims): CiIdentity | null {
  return kind === 'github' ? readGithub(place, claims) : readGitlab(place, claims);
}

function readGithub(place: string, claims: Claims): CiIdentity | null {
  const [repository, ref, event] = [text(claims.repository), text(claims.ref), text(claims.event_name)];
  const repositoryId = numberOf(claims.repository_id);
  if (repository === null || repositoryId === null || ref === null || event === null) return null;
  // GitHub gives runs for pull requests of forks no token, unless the repository hands them a token that can write to it.
  const isPullRequest = event === 'pull_request';
  const head = isPullRequest ? text(claims.head_ref) : null;
  return {
    kind: 'github',
    place,
    repository,
    repositoryId,
    ref,
    branch: isPullRequest ? head : branchOfRef(ref, claims.ref_type),
    targetBranch: text(claims.base_ref),
    event,
    // pull_request_target, workflow_run and the like run with the rights of the repository on what others propose.
    isOfOthers: !(ownGithubEvents.has(event) || (isPullRequest && head !== null)),
    run: String(claims.run_id ?? ''),
  };
}

function readGitlab(place: string, claims: Claims): CiIdentity | null {
  const [source, ref] = [text(claims.project_path), text(claims.ref)];
  if (source === null || ref === null) return null;
  // For the merge request of a fork that runs in the project itself, project_path is the fork.
  const repository = text(claims.job_project_path) ?? source;
  const isOfFork = repository !== source;
  const repositoryId = numberOf(isOfFork ? claims.job_project_id : claims.project_id);
  if (repositoryId === null) return null;
  const path = text(claims.ref_path);
  const event = text(claims.pipeline_source) ?? 'unknown';
  return {
    kind: 'gitlab',
    place,
    repository,
    repositoryId,
    ref: path ?? ref,
    branch: gitlabBranch(ref, path, claims.ref_type),
    targetBranch: null,
    event,
    isOfOthers: isOfFork || event === 'external_pull_request_event',
    run: String(claims.pipeline_id ?? ''),
  };
}

/** GitLab signs the short name, which a tag may share with a branch; type and path say which of them it is. */
function gitlabBranch(ref: string, path: string | null, type: unknown): string | null {
  if (type !== 'branch' && !(type === undefined && path !== null)) return null;
  const isMergeRequest = path?.startsWith('refs/merge-requests/');
  return path === null || isMergeRequest || path === `refs/heads/${ref}` ? ref : null;
}

const isPullRequest = ({ event }: CiIdentity) => event === 'pull_request' || event === 'merge_request_event';

/**
 * What a key for this run is held to. A pull request that says to come from the branch it goes to, or from the default
 * branch, comes from another repository whose branch has the same name: what it uploads must not pass for ours.
 */
export function bindingOf(identity: CiIdentity, defaultBranch: string): KeyBinding {
  const { repository, ref, branch, targetBranch, isOfOthers } = identity;
  const posesAsOurs = isPullRequest(identity) && (branch === targetBranch || branch === defaultBranch);
  return { repository, ref, branch: isOfOthers || posesAsOurs ? null : branch };
}
