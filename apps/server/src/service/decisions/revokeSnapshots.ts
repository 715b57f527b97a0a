import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { endRequestByDeciding } from '../requests/openRequests.js';
import { type DecisionRequest, holdDecidable } from './holdDecidable.js';
import { setDecisions } from './noteDecisions.js';
import { withdraw } from './withdraw.js';

/**
 * Resets the named snapshots, or all approved ones, to pending and takes their promotions back (R6), in all diffs of the
 * branch (R43). A rejection is taken back only by name.
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT
 */
export const revokeSnapshots = (
  resources: Resources,
  access: ProjectAccess,
  diffId: string,
  request: DecisionRequest = {},
): Promise<{ revoked: number }> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const held = await holdDecidable(within, access, diffId, request, 'pending');
    const { diff, results } = held;
    const chosen = results.filter(
      ({ approvalStatus: status }) =>
        status === 'approved' || (status === 'rejected' && request.wanted !== undefined),
    );
    if (chosen.length === 0) return { revoked: 0 };
    const reopened = await withdraw(within, held, chosen, access);
    await setDecisions(transaction, diff.id, chosen, { approvalStatus: 'pending', decidedBy: null });
    await endRequestByDeciding(transaction, access, diff);
    await noteDecisionsInAudit(transaction, access, 'diff.revoked', diff, chosen);
    resources.measures.decided('revoked', chosen.length);
    await updateCheckRuns(transaction, [diff.id, ...reopened]);
    return { revoked: chosen.length };
  });
