import type { Chunk } from '../domain/captures/splitChunks.js';
import type { ProcessRole } from '../domain/processRoles.js';

/** The work of the service that outlives a request, with what each job is given. */
export interface Jobs {
  unpackSite: { siteId: string };
  /** The first job of a capture has no chunk: it divides the capture. */
  captureTargets: { captureId: string; projectId: string; chunk?: Chunk };
  computeDiff: { diffId: string };
  reconsiderCommit: { projectId: string; namespace: string; branch: string; commit: string };
  /** Not of `captureId`: nothing happens to a capture whose pull request cannot be read. */
  readPullRequest: { projectId: string; ofCapture: string };
}

export type JobName = keyof Jobs;

/**
 * Handlers by job. A job that is run twice must end as if it had been run once.
 * @param onDealt says that another job may be taken although this one has not ended; heeded for jobs that take turns
 */
export type JobHandlers = {
  [Name in JobName]: (data: Jobs[Name], signal: AbortSignal, onDealt: () => void) => Promise<void>;
};

/**
 * The role whose processes take each job, with retry policy and concurrency in one process. To find the stories of a build
 * takes a browser. A chunk of a capture uses all pages of the fleet, so more than two at once only wait for each other.
 * `expireInSeconds` bounds one attempt. Where `takesTurns`, projects take turns, and a process works for each on one job at a time.
 */
export const jobPolicy: Record<
  JobName,
  {
    role: Exclude<ProcessRole, 'api'>;
    concurrency: number;
    retryLimit: number;
    expireInSeconds: number;
    takesTurns?: true;
  }
> = {
  unpackSite: { role: 'capture', concurrency: 2, retryLimit: 3, expireInSeconds: 15 * 60 },
  captureTargets: {
    role: 'capture',
    concurrency: 2,
    retryLimit: 3,
    expireInSeconds: 4 * 60 * 60,
    takesTurns: true,
  },
  computeDiff: { role: 'worker', concurrency: 2, retryLimit: 3, expireInSeconds: 60 * 60 },
  reconsiderCommit: { role: 'worker', concurrency: 1, retryLimit: 3, expireInSeconds: 5 * 60 },
  readPullRequest: { role: 'worker', concurrency: 1, retryLimit: 3, expireInSeconds: 2 * 60 },
};
