import type { SuiteDetails } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { listBaselineBranches } from '../../store/baselines/baselines.js';
import { listDiffsInReview } from '../../store/diffs/diffs.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { listStale } from '../baselines/findStale.js';
import type { Resources } from '../Resources.js';

/** Diffs in review that are looked at for staleness. */
const newest = 10;

/**
 * A suite with the branches that have baselines, and which of its newest diffs are stale.
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readSuite(
  resources: Resources,
  { project }: ProjectAccess,
  name: string,
): Promise<SuiteDetails> {
  const { database } = resources;
  const suite = await findSuite(database, project.id, name);
  if (!suite) throw notFound('Suite');
  const branches = await listBaselineBranches(database, { ...project, suiteId: suite.id });
  const inReview = await listDiffsInReview(database, suite.id, newest);
  const stale = await listStale(resources, project, inReview);
  return {
    name: suite.name,
    createdAt: suite.createdAt.toISOString(),
    branches: branches.map(({ branch, count, newest: changed }) => ({
      name: branch,
      baselineCount: count,
      lastChangedAt: changed.toISOString(),
    })),
    staleDiffIds: inReview.flatMap(({ id }) => (stale.has(id) ? id : [])),
  };
}
