import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { holdDecidable, type Wanted } from './holdDecidable.js';
import { noteDecisions, setDecisions } from './noteDecisions.js';
import { withdraw } from './withdraw.js';

/**
 * Rejects the named snapshots, or all pending ones (R15). Rejecting an approved one takes its promotion back first.
 * @returns how many of the named reviewable results are rejected now, and how many there are
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF
 */
export async function rejectSnapshots(
  { database }: Resources,
  access: ProjectAccess,
  diffId: string,
  wanted?: Wanted,
): Promise<{ rejected: number; total: number }> {
  return database.transaction().execute(async (transaction) => {
    const { diff, results } = await holdDecidable(transaction, access, diffId, wanted);
    const already = results.filter((result) => result.approvalStatus === 'rejected').length;
    const chosen = results.filter(
      ({ approvalStatus: status }) => status === 'pending' || (status === 'approved' && wanted !== undefined),
    );
    const approved = chosen.filter((result) => result.approvalStatus === 'approved');
    if (approved.length > 0) await withdraw(transaction, diff, approved, access.actor);
    await noteDecisions(transaction, diff, chosen, 'rejected', access.actor);
    await setDecisions(transaction, diff, chosen, 'rejected', access.actor);
    await noteDecisionsInAudit(transaction, access, 'diff.rejected', diff, chosen);
    await updateCheckRuns(transaction, diff.id);
    return { rejected: already + chosen.length, total: results.length };
  });
}
