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

const withoutHeads = (ref: string) => ref.replace(/^refs\/heads\//, '');
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

type Claims = Readonly<Record<string, unknown>>;

/** The run that the signed claims of a token tell of; null when they are not those of a run. */
export function readCiClaims(kind: CiIdentity['kind'], issuer: string, claims: Claims): CiIdentity | null {
  return kind === 'github' ? readGithub(issuer, claims) : readGitlab(issuer, claims);
}

function readGithub(issuer: string, claims: Claims): CiIdentity | null {
  const [repository, ref, event] = [text(claims.repository), text(claims.ref), text(claims.event_name)];
  if (repository === null || ref === null || event === null) return null;
  // GitHub gives runs for pull requests of forks no token, unless the repository hands them a token that can write to it.
  const isPullRequest = event === 'pull_request';
  const head = isPullRequest ? text(claims.head_ref) : null;
  return {
    kind: 'github',
    issuer,
    repository,
    repositoryId: String(claims.repository_id ?? ''),
    ref,
    branch: head ?? withoutHeads(ref),
    targetBranch: text(claims.base_ref),
    event,
    // pull_request_target, workflow_run and the like run with the rights of the repository on what others propose.
    isOfOthers: !(ownGithubEvents.has(event) || (isPullRequest && head !== null)),
    run: String(claims.run_id ?? ''),
  };
}

function readGitlab(issuer: string, claims: Claims): CiIdentity | null {
  const [source, ref] = [text(claims.project_path), text(claims.ref)];
  if (source === null || ref === null) return null;
  // For the merge request of a fork that runs in the project itself, project_path is the fork.
  const repository = text(claims.job_project_path) ?? source;
  const isOfFork = repository !== source;
  const path = text(claims.ref_path) ?? ref;
  const event = text(claims.pipeline_source) ?? 'unknown';
  return {
    kind: 'gitlab',
    issuer,
    repository,
    repositoryId: String((isOfFork ? claims.job_project_id : claims.project_id) ?? ''),
    ref: path,
    branch: ref,
    targetBranch: null,
    event,
    isOfOthers: isOfFork || event === 'external_pull_request_event',
    run: String(claims.pipeline_id ?? ''),
  };
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
