import type { Fleet } from '../domain/captures/Fleet.js';
import type { JobHandlers } from '../queue/jobs.js';
import { reconsiderCommit } from '../service/diffs/reconsiderCommit.js';
import type { Resources } from '../service/Resources.js';
import { captureTargets } from './captureTargets.js';
import { computeDiff } from './computeDiff.js';
import { unpackSite } from './unpackSite.js';
import type { Warn } from './Warn.js';

/** One handler for each job. */
export const createHandlers = (resources: Resources, fleet: Fleet, warn: Warn = () => {}): JobHandlers => ({
  unpackSite: ({ siteId }, signal) => unpackSite(resources, fleet, siteId, signal, warn),
  captureTargets: ({ captureId }, signal) => captureTargets(resources, fleet, captureId, signal, warn),
  computeDiff: ({ diffId }, signal) => computeDiff(resources, diffId, signal),
  reconsiderCommit: (place) => reconsiderCommit(resources, place),
});
