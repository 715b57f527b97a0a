import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import { revokeDecisions } from '../../store/decisions/decisions.js';
import type { DecidableResult, DiffRow } from '../../store/diffs/diffs.js';
import { listRemoved } from '../../store/images/images.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { findStale } from '../baselines/findStale.js';
import { promote } from '../baselines/promote.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import { strayRefusal } from '../commits/verifyClaim.js';
import type { Resources } from '../Resources.js';
import { holdDecidable, type Wanted } from './holdDecidable.js';
import { noteDecisions, setDecisions } from './noteDecisions.js';

/**
 * Approves the named snapshots, or all that are not rejected: each becomes the baseline of the target branches, all of
 * them or none (R13, R14).
 * @returns how many of the named reviewable results are approved now, and how many there are
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, CAPTURE_EPHEMERAL, BRANCH_REQUIRED, DIFF_STALE,
 *   IMAGE_NOT_FOUND, FORBIDDEN for a commit that is not on the branch it names
 */
export async function approveSnapshots(
  { database }: Resources,
  access: ProjectAccess,
  diffId: string,
  wanted?: Wanted,
): Promise<{ approved: number; total: number }> {
  return database.transaction().execute(async (transaction) => {
    const { diff, results } = await holdDecidable(transaction, access, diffId, wanted);
    const already = results.filter((result) => result.approvalStatus === 'approved').length;
    const chosen = results.filter(
      ({ approvalStatus: status }) => status === 'pending' || (status === 'rejected' && wanted !== undefined),
    );
    if (chosen.length === 0) return { approved: already, total: results.length };
    if (diff.ephemeral) {
      throw new ServiceError(
        'CAPTURE_EPHEMERAL',
        'An ephemeral capture never becomes a baseline; capture again without it',
      );
    }
    if (promotionTargets(diff).length === 0) {
      throw new ServiceError(
        'BRANCH_REQUIRED',
        'The head capture has no branch; give the diff targetRefs to approve to',
      );
    }
    if (diff.isStray) throw strayRefusal(diff, access.project);
    await lockBaselines(transaction, diff.suiteId, 'write');
    const [stale] = await findStale(transaction, diff, chosen);
    if (stale) {
      throw new ServiceError(
        'DIFF_STALE',
        `The baseline of "${stale.name}" has changed since this diff was computed; re-diff, then decide`,
      );
    }
    await revokeDecisions(transaction, diff.id, chosen);
    await noteDecisions(transaction, diff, chosen, 'approved', access.actor);
    await promote(transaction, diff, chosen, access.actor);
    await refuseUnseen(transaction, diff, chosen);
    await setDecisions(transaction, diff, chosen, 'approved', access.actor);
    await noteDecisionsInAudit(transaction, access, 'diff.approved', diff, chosen);
    await updateCheckRuns(transaction, diff.id);
    return { approved: already + chosen.length, total: results.length };
  });
}

/** An image that nobody can look at any more is not approved. Asked once what refers to it is written, so that it stays. */
async function refuseUnseen(
  transaction: Database,
  diff: DiffRow,
  results: readonly DecidableResult[],
): Promise<void> {
  const hashes = results.flatMap(({ headHash }) => headHash ?? []);
  const removed = new Set(await listRemoved(transaction, diff.projectId, hashes));
  const unseen = results.find(({ headHash }) => headHash !== null && removed.has(headHash));
  if (!unseen) return;
  throw new ServiceError(
    'IMAGE_NOT_FOUND',
    `The image of "${unseen.name}" was removed, as the retention of the project asks; capture it again, then decide`,
  );
}
