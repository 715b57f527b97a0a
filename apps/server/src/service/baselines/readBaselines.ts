import type { Baseline } from '@svc/schema';
import { isQueueBranch } from '../../domain/commits/isQueueBranch.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import { listBaselineRefs, listBaselines } from '../../store/baselines/baselines.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/**
 * Active baselines of a suite, after the given one, and the branches that have any, without those of merge queues.
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readBaselines(
  { database, links }: Resources,
  { project }: ProjectAccess,
  options: {
    suite: string;
    branch: string | null;
    part: string;
    after: readonly [string, string, string, string] | null;
    limit: number;
  },
): Promise<{ refs: string[]; baselines: Baseline[] }> {
  const suite = await findSuite(database, project.id, options.suite);
  if (!suite) throw notFound('Suite');
  const listed = { ...project, suiteId: suite.id };
  const rows = await listBaselines(database, listed, options);
  return {
    refs: (await listBaselineRefs(database, listed)).filter((branch) => !isQueueBranch(branch)),
    baselines: rows.map((row) => ({
      ...presentSlot(row),
      branch: row.branch,
      commit: row.commit,
      hash: row.hash,
      imageUrl: links.image(project.id, row.hash),
      width: row.width,
      height: row.height,
      captureId: row.captureId,
      diffId: row.diffId,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}
