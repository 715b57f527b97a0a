import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { holdDecidable, type Wanted } from './holdDecidable.js';
import { setDecisions } from './noteDecisions.js';
import { withdraw } from './withdraw.js';

/**
 * Resets the named snapshots, or all approved ones, to pending and takes their promotions back. A rejection is taken
 * back only by name.
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF
 */
export async function revokeSnapshots(
  { database }: Resources,
  access: ProjectAccess,
  diffId: string,
  wanted?: Wanted,
): Promise<{ revoked: number }> {
  return database.transaction().execute(async (transaction) => {
    const { diff, results } = await holdDecidable(transaction, access, diffId, wanted);
    const chosen = results.filter(
      ({ approvalStatus: status }) =>
        status === 'approved' || (status === 'rejected' && wanted !== undefined),
    );
    if (chosen.length === 0) return { revoked: 0 };
    await withdraw(transaction, diff, chosen, access.actor);
    await setDecisions(transaction, diff, chosen, 'pending', null);
    await noteDecisionsInAudit(transaction, access, 'diff.revoked', diff, chosen);
    await updateCheckRuns(transaction, diff.id);
    return { revoked: chosen.length };
  });
}
