import type { FlakySnapshot } from '@svc/schema';
import { flakeReason } from '../../domain/noise/flakeReason.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import { type FlakyPlace, listFlakySlots, scoreFlakes } from '../../store/noise/flakySlots.js';
import { findSuite } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readImages } from '../images/readImages.js';
import type { Resources } from '../Resources.js';

/**
 * Snapshots that look different for no reason, the worst first (R62).
 * @throws ServiceError SUITE_NOT_FOUND
 */
export async function readFlaky(
  resources: Pick<Resources, 'database' | 'links'>,
  { project }: ProjectAccess,
  {
    suite,
    name,
    after,
    limit,
  }: { suite: string | undefined; name: string | undefined; after: FlakyPlace | null; limit: number },
): Promise<(FlakySnapshot & { place: FlakyPlace })[]> {
  const { database } = resources;
  const found = suite === undefined ? null : await findSuite(database, project.id, suite);
  if (found === undefined) throw notFound('Suite');
  // The worker scores the rest: a page waits for a handful.
  await database.transaction().execute((transaction) => scoreFlakes(transaction, project.id));
  const of = { projectId: project.id, suiteId: found?.id ?? null, name: name ?? null };
  const rows = await listFlakySlots(database, of, { after, limit });
  const images = await readImages(
    resources,
    project.id,
    rows.flatMap((row) => [row.hash, row.otherHash]),
  );
  return rows.map((row) => {
    const { reason, detail } = flakeReason({ ...row, renderers: [row.renderer, row.otherRenderer] });
    return {
      place: [row.level, row.suiteId, row.name, row.viewport, row.browser],
      suite: row.suite,
      ...presentSlot(row),
      score: row.score,
      counts: {
        unstable: row.unstableCount,
        recaptured: row.recapturedCount,
        retried: row.retriedCount,
        flipped: row.flippedCount,
      },
      lastAt: row.lastAt.toISOString(),
      kind: row.kind,
      reason,
      detail: detail === null ? null : detail.slice(0, longestDetail),
      captureId: row.captureId,
      branch: row.branch,
      commit: row.commit,
      diffId: row.diffId,
      otherCaptureId: row.otherCaptureId,
      image: images(row.hash),
      other: images(row.otherHash),
    };
  });
}

/** Characters; an address of a page may have thousands. */
const longestDetail = 500;
