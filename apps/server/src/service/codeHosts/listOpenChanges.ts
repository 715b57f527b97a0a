import { groupBy } from '../../domain/checks/groupBy.js';
import type { Verdict } from '../../domain/checks/judgeSuite.js';
import { maximumChanges, type OpenChange } from '../../domain/checks/topChangeTable.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import { slugOf } from '../../domain/slugOf.js';
import { listCauses } from '../../store/diffs/causes.js';
import { listLargestChanges } from '../../store/diffs/largestChanges.js';
import { listResults } from '../../store/diffs/results.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';

export interface OpenChanges {
  /** How many results are pending or rejected. */
  count: number;
  /** The largest ones of each diff, as many as a comment shows. */
  largest: OpenChange[];
}

/** The results of a commit that are pending or rejected, with what the largest ones look like and why they changed. */
export async function listOpenChanges(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  project: ProjectRow,
  suites: ReadonlyMap<string, readonly Verdict[]>,
): Promise<OpenChanges> {
  const changes: OpenChanges = { count: 0, largest: [] };
  for (const [suite, verdicts] of suites) {
    const open = verdicts
      .flatMap(({ reviewable }) => reviewable)
      .filter(
        ({ approvalStatus, ignoredUntil }) => approvalStatus !== 'approved' && ignoredUntil === undefined,
      );
    changes.count += open.length;
    for (const [diffId, ofDiff] of groupBy(open, (one) => one.diffId)) {
      const slots = await listLargestChanges(database, diffId, ofDiff, maximumChanges);
      const causes = new Map(
        (await listCauses(database, diffId, slots)).map((one) => [slotKey(one), one.causes?.causes ?? []]),
      );
      const reviewUrl = links.review(slugOf(project), diffId);
      for (const result of await listResults(database, diffId, { slots })) {
        const { status, approvalStatus, diffPercentage, thumbnailHash } = result;
        changes.largest.push({
          ...slotOf(result),
          ...{ suite, status, approvalStatus, diffPercentage, reviewUrl },
          thumbnail: thumbnailHash && links.image(project.id, thumbnailHash),
          causes: (causes.get(slotKey(result)) ?? []).map(({ text }) => text),
        });
      }
    }
  }
  return changes;
}
