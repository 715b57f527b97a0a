import type { ProcessRole } from '../domain/processRoles.js';

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
 * The role whose processes take each job, with retry policy and concurrency in one process. To find the stories of a build
 * takes a browser. A capture uses all pages of the fleet, so more than two at once only take turns. `expireInSeconds` bounds
 * one attempt.
 */
export const jobPolicy: Record<
  JobName,
  { role: Exclude<ProcessRole, 'api'>; concurrency: number; retryLimit: number; expireInSeconds: number }
> = {
  unpackSite: { role: 'capture', concurrency: 2, retryLimit: 3, expireInSeconds: 15 * 60 },
  captureTargets: { role: 'capture', concurrency: 2, retryLimit: 3, expireInSeconds: 4 * 60 * 60 },
  computeDiff: { role: 'worker', concurrency: 2, retryLimit: 3, expireInSeconds: 60 * 60 },
  reconsiderCommit: { role: 'worker', concurrency: 1, retryLimit: 3, expireInSeconds: 5 * 60 },
};
