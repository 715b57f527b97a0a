import type { Build, Neighbors } from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { notFound } from '../../domain/ServiceError.js';
import {
  countDecisions,
  countPromotions,
  findNeighbor,
  listBuilds,
  type NeighborRow,
} from '../../store/diffs/builds.js';
import { findDiff, findDiffSummaries } from '../../store/diffs/diffs.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentDiffSummary } from './readDiffs.js';

/**
 * The builds of a diff's suite and branch right before and after it.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readNeighbors(
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
  diffId: string,
): Promise<Neighbors> {
  const diff = await findDiff(database, project.id, diffId);
  if (!diff) throw notFound('Diff');
  const { suiteId, namespace, branch, headCaptureId } = diff;
  if (branch === null) return { previous: null, next: null };
  const find = (side: 'previous' | 'next') =>
    findNeighbor(database, { suiteId, namespace, branch }, headCaptureId, side);
  return { previous: presentNeighbor(await find('previous')), next: presentNeighbor(await find('next')) };
}

const presentNeighbor = (row: NeighborRow | undefined): Neighbors['next'] =>
  row ? { ...row, createdAt: row.createdAt.toISOString() } : null;

/**
 * Builds of a branch in a suite, the newest first, with what was decided about them and what became baselines.
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readBuilds(
  resources: Resources,
  { project }: ProjectAccess,
  { suite, branch, ...page }: { suite: string; branch: string; before: string | null; limit: number },
): Promise<Build[]> {
  const { database } = resources;
  const found = await findSuite(database, project.id, suite);
  if (!found) throw notFound('Suite');
  const rows = await listBuilds(database, { suiteId: found.id, namespace: '', branch }, page);
  const diffIds = rows.flatMap(({ diffId }) => diffId ?? []);
  const diffs = await findDiffSummaries(database, diffIds);
  const decisions = await countDecisions(database, diffIds);
  const promotions = await countPromotions(
    database,
    rows.map(({ captureId }) => captureId),
  );
  const summaries = new Map(diffs.map((diff) => [diff.id, presentDiffSummary(resources, project, diff)]));
  const decided = groupBy(decisions, ({ diffId }) => diffId);
  const promoted = groupBy(promotions, ({ captureId }) => captureId);
  return rows.map(({ diffId, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    diff: summaries.get(diffId ?? '') ?? null,
    decisions: (decided.get(diffId ?? '') ?? []).map(({ diffId: _, at, ...one }) => ({
      ...one,
      at: at.toISOString(),
    })),
    baselines: (promoted.get(row.captureId) ?? []).map(({ captureId: _, at, ...one }) => ({
      ...one,
      at: at.toISOString(),
    })),
  }));
}
