import {
  below,
  branchOfFork,
  type CiRun,
  type Env,
  pageOnGitHub,
  slugOf,
  unknownOwner,
  withoutHeads,
} from './CiRun.js';
import { shardOf } from './shards.js';

/** Whose fork it is: the owner on GitHub, the repository in Azure Repos, where forks share an organization. */
function ownerOfFork(address: string | undefined): string {
  const [, repository] = /\/_git\/([^/]+)\/?$/.exec(address ?? '') ?? [];
  return repository ?? slugOf(address)?.split('/')[0] ?? unknownOwner;
}

export function azurePipelines(env: Env): CiRun | null {
  if (!env.BUILD_BUILDURI && !env.TF_BUILD) return null;
  const ofPullRequest = withoutHeads(env.SYSTEM_PULLREQUEST_SOURCEBRANCH);
  const isFork = env.SYSTEM_PULLREQUEST_ISFORK?.toLowerCase() === 'true';
  const named = env.BUILD_SOURCEVERSION || undefined;
  const head = env.SYSTEM_PULLREQUEST_SOURCECOMMITID || undefined;
  // `MultiConfiguration` is a matrix, whose jobs count as such.
  const isParallel = env.SYSTEM_PARALLELEXECUTIONTYPE !== 'MultiConfiguration';
  const shard = isParallel ? shardOf(env.SYSTEM_JOBPOSITIONINPHASE, env.SYSTEM_TOTALJOBSINPHASE) : undefined;
  return {
    ci: 'azure',
    claims: [
      {
        branch:
          ofPullRequest && isFork
            ? branchOfFork(ownerOfFork(env.SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI), ofPullRequest)
            : (ofPullRequest ?? withoutHeads(env.BUILD_SOURCEBRANCH)),
        commit: head ?? named,
        merge: head && named,
      },
    ],
    baselineRef: withoutHeads(env.SYSTEM_PULLREQUEST_TARGETBRANCH),
    shard,
    // The names of parallel jobs have numbers; a phase is what the pipeline's file calls a job.
    job:
      (shard && env.SYSTEM_PHASENAME) ||
      env.SYSTEM_JOBDISPLAYNAME ||
      env.AGENT_JOBNAME ||
      env.SYSTEM_JOBNAME ||
      undefined,
    run: env.BUILD_BUILDID || undefined,
    ...pagesOf(env),
  };
}

function pagesOf(env: Env): Pick<CiRun, 'url' | 'commits' | 'pullRequest'> {
  const project = below(
    env.SYSTEM_COLLECTIONURI || env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI,
    env.SYSTEM_TEAMPROJECT && encodeURIComponent(env.SYSTEM_TEAMPROJECT),
  );
  const repository = env.BUILD_REPOSITORY_URI?.replace(/\.git$/, '');
  const isOnGitHub = pageOnGitHub(repository) !== undefined;
  // The number is GitHub's, the id that of Azure Repos.
  const number = env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || env.SYSTEM_PULLREQUEST_PULLREQUESTID;
  return {
    url: env.BUILD_BUILDID && below(project, `_build/results?buildId=${env.BUILD_BUILDID}`),
    commits: below(repository, 'commit'),
    pullRequest: number
      ? {
          number,
          url: below(repository, isOnGitHub ? 'pull' : 'pullrequest', number),
        }
      : undefined,
  };
}
