/** The work of the service that outlives a request, with what each job is given. */
export interface Jobs {
  unpackSite: { siteId: string };
  captureTargets: { captureId: string };
  computeDiff: { diffId: string };
  reconsiderCommit: { projectId: string; namespace: string; branch: string; commit: string };
}

export type JobName = keyof Jobs;

/** Handlers by job. A job that is run twice must end as if it had been run once. */
export type JobHandlers = { [Name in JobName]: (data: Jobs[Name], signal: AbortSignal) => Promise<void> };

/**
 * Retry policy and concurrency in one process. A capture uses all pages of the fleet, so more than two at once only
 * take turns. `expireInSeconds` bounds one attempt.
 */
export const jobPolicy: Record<
  JobName,
  { concurrency: number; retryLimit: number; expireInSeconds: number }
> = {
  unpackSite: { concurrency: 2, retryLimit: 3, expireInSeconds: 15 * 60 },
  captureTargets: { concurrency: 2, retryLimit: 3, expireInSeconds: 4 * 60 * 60 },
  computeDiff: { concurrency: 2, retryLimit: 3, expireInSeconds: 60 * 60 },
  reconsiderCommit: { concurrency: 1, retryLimit: 3, expireInSeconds: 5 * 60 },
};
