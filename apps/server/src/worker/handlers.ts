import type { Fleet } from '../domain/captures/Fleet.js';
import type { JobHandlers } from '../queue/jobs.js';
import { readPullRequest } from '../service/commits/readPullRequest.js';
import { reconsiderCommit } from '../service/diffs/reconsiderCommit.js';
import type { Resources } from '../service/Resources.js';
import { captureTargets } from './captures/captureTargets.js';
import { createRuns } from './captures/createRuns.js';
import { computeDiff } from './computeDiff.js';
import { unpackSite } from './unpackSite.js';
import type { Warn } from './Warn.js';

/** One handler for each job. */
export function createHandlers(resources: Resources, fleet: Fleet, warn: Warn = () => {}): JobHandlers {
  const runs = createRuns(resources, fleet);
  return {
    unpackSite: ({ siteId }, signal) => unpackSite(resources, fleet, siteId, signal, warn),
    captureTargets: (job, signal, onDealt) =>
      captureTargets({ resources, fleet, runs, warn }, job, signal, onDealt),
    computeDiff: ({ diffId }, signal) => computeDiff(resources, diffId, signal),
    reconsiderCommit: (place) => reconsiderCommit(resources, place),
    readPullRequest: ({ projectId, ofCapture: captureId }, signal) =>
      readPullRequest(resources, { projectId, captureId }, signal),
  };
}
