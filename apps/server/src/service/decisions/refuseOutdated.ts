import { ServiceError } from '../../domain/ServiceError.js';
import { slotKey, slotText } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listResultsOf } from '../../store/diffs/branchResults.js';
import type { DecidableResult } from '../../store/diffs/results.js';
import { findMoved } from '../baselines/findStale.js';
import { findNewerBuilds } from '../stale/findNewerBuilds.js';
import type { HeldDiff } from './holdDecidable.js';

/**
 * Refuses outdated approvals (R14, R44): of slots that look different in a newer build of the branch, or whose base has
 * changed since. Of further approvals, which promote nothing, only the former.
 * @throws ServiceError DIFF_STALE
 */
export async function refuseOutdated(
  database: Database,
  held: HeldDiff,
  results: readonly DecidableResult[],
  seconds: readonly DecidableResult[],
): Promise<void> {
  await refuseOlder(database, held, [...results, ...seconds]);
  await refuseMoved(database, held, results);
}

async function refuseOlder(
  database: Database,
  { diff, view }: HeldDiff,
  results: readonly DecidableResult[],
): Promise<void> {
  const builds = await findNewerBuilds(database, diff, view);
  const newer = new Map(builds.map((build) => [build.diffId, build]));
  const looks = new Map(results.map((result) => [slotKey(result), result.headPixels]));
  const told = await listResultsOf(database, diff.projectId, [...newer.keys()], results);
  const other = told.find((result) => result.look !== looks.get(slotKey(result)));
  if (!other) return;
  const at = newer.get(other.diffId)?.commit;
  throw new ServiceError(
    'DIFF_STALE',
    `"${slotText(other)}" looks different in a newer build of ${view.branch}, diff ${other.diffId}${at ? ` at ${at.slice(0, 10)}` : ''}; decide there`,
    undefined,
    { snapshot: slotText(other), newerDiffId: other.diffId },
  );
}

async function refuseMoved(
  database: Database,
  { diff, view }: HeldDiff,
  results: readonly DecidableResult[],
): Promise<void> {
  const [moved] = await findMoved(database, diff, view, results);
  if (!moved) return;
  throw new ServiceError(
    'DIFF_STALE',
    `The baseline of "${slotText(moved)}" has changed since this diff was computed; re-diff, then decide (svc rediff ${diff.id})`,
    undefined,
    { snapshot: slotText(moved), newerDiffId: null },
  );
}
