import {
  below,
  type CiPullRequest,
  type CiRun,
  type Claim,
  type Env,
  type ReadText,
  withoutHeads,
} from './CiRun.js';
import { type HostEvent, readHostEvent } from './hostEvent.js';

/** Events about the very commit of `GITHUB_SHA`. All others name the default branch, whatever the job checks out. */
const ofCommit = new Set([
  'push',
  'create',
  'merge_group',
  'release',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
]);

const variableOf =
  (env: Env) =>
  (name: string): string | undefined =>
    env[`GITHOST_${name}`] || env[`GITHUB_${name}`] || undefined;

/** GitHub Actions and what speaks like it (Gitea, Forgejo): `GITHOST_*`, for which `GITHUB_*` stands. */
export function codeHost(env: Env, readText: ReadText): CiRun {
  const variable = variableOf(env);
  const path = variable('EVENT_PATH');
  const event = readHostEvent(path && readText(path));
  const { pullRequest, mergeGroup, workflowRun } = event;
  return {
    ci: env.GITEA_ACTIONS || env.FORGEJO_ACTIONS ? 'gitea' : 'github',
    claims: claimsOf(variable, event),
    baselineRef: variable('BASE_REF') ?? pullRequest?.target ?? mergeGroup?.target ?? workflowRun?.target,
    job: variable('JOB'),
    run: variable('RUN_ID'),
    ...pagesOf(env, variable, event),
  };
}

/** A pull request's own ref is `refs/pull/7/merge`; a merge queue's branch ends like `/pr-7-1a2b`. */
const numberInRef = /^refs\/pull\/(\d+)\/|^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/;

function pagesOf(
  env: Env,
  variable: (name: string) => string | undefined,
  { pullRequest, workflowRun }: HostEvent,
): Pick<CiRun, 'url' | 'commits' | 'pullRequest'> {
  const repository = below(variable('SERVER_URL'), variable('REPOSITORY'));
  // Gitea and Forgejo count the runs of a repository, and have that number in the address.
  const isGitea = env.GITEA_ACTIONS || env.FORGEJO_ACTIONS;
  const [, ofMerge, ofQueue] = numberInRef.exec(variable('REF') ?? '') ?? [];
  const number = pullRequest?.page.number ?? workflowRun?.number ?? ofMerge ?? ofQueue;
  const page: CiPullRequest = { url: below(repository, isGitea ? 'pulls' : 'pull', number), number };
  return {
    url: below(repository, 'actions', 'runs', variable(isGitea ? 'RUN_NUMBER' : 'RUN_ID')),
    commits: below(repository, 'commit'),
    pullRequest: number === undefined ? undefined : { ...page, ...withoutGaps(pullRequest?.page) },
  };
}

const withoutGaps = (page: CiPullRequest | undefined): CiPullRequest =>
  Object.fromEntries(Object.entries(page ?? {}).filter(([, value]) => value !== undefined));

/** The branch that the order of the contract puts before `SVC_BASELINE_REF`. */
export const baseRefOfCodeHost = (env: Env): string | undefined => variableOf(env)('BASE_REF');

function claimsOf(
  variable: (name: string) => string | undefined,
  { pullRequest, workflowRun, isComment }: HostEvent,
): Claim[] {
  const eventName = variable('EVENT_NAME');
  const branch = withoutHeads(variable('REF'));
  const commit = variable('SHA');
  if (pullRequest || variable('HEAD_REF')) {
    const ofPullRequest: Claim = {
      branch: pullRequest?.branch(variable('HEAD_REF')) ?? variable('HEAD_REF') ?? branch,
      commit: pullRequest?.commit ?? commit,
    };
    // There, `GITHUB_SHA` is the target's own commit: nothing of the pull request is in it.
    return eventName === 'pull_request_target' ? [ofPullRequest] : [{ ...ofPullRequest, merge: commit }];
  }
  const ofRef: Claim = { branch, commit, isExact: eventName !== undefined && !ofCommit.has(eventName) };
  if (eventName === 'workflow_run') {
    if (!workflowRun) return [needsCheckout(ofRef)];
    const { head } = workflowRun;
    return head.branch === branch
      ? [needsCheckout(ofRef), { ...head, isExact: true }]
      : [needsCheckout(head)];
  }
  return [isComment ? needsCheckout(ofRef) : ofRef];
}

const needsCheckout = (claim: Claim): Claim => ({ ...claim, needsCheckout: true });
