import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { type DecisionRequest, holdDecidable } from './holdDecidable.js';
import { noteDecisions, setDecisions } from './noteDecisions.js';
import { settleTwins } from './settleTwins.js';
import { withdraw } from './withdraw.js';

/**
 * Rejects the named snapshots, or all pending ones (R15), in all diffs of the branch (R43). Rejecting an approved one takes
 * its promotion back first.
 * @returns how many of the named reviewable results are rejected now, and how many there are
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT
 */
export const rejectSnapshots = (
  resources: Resources,
  access: ProjectAccess,
  diffId: string,
  request: DecisionRequest = {},
): Promise<{ rejected: number; total: number }> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const held = await holdDecidable(within, access, diffId, request, 'rejected');
    const { diff, results } = held;
    const already = results.filter((result) => result.approvalStatus === 'rejected').length;
    const chosen = results.filter(
      ({ approvalStatus: status }) =>
        status === 'pending' || (status === 'approved' && request.wanted !== undefined),
    );
    if (chosen.length === 0) return { rejected: already, total: results.length };
    const approved = chosen.filter((result) => result.approvalStatus === 'approved');
    const reopened = await withdraw(within, held, approved, access.actor);
    const decisions = await noteDecisions(transaction, held, chosen, 'rejected', access.actor);
    const decided = { approvalStatus: 'rejected', decidedBy: access.actor } as const;
    await setDecisions(transaction, diff.id, chosen, decided, decisions);
    const settled = await settleTwins(within, held, chosen, decided, decisions);
    await noteDecisionsInAudit(transaction, access, 'diff.rejected', diff, chosen);
    await updateCheckRuns(transaction, [diff.id, ...reopened, ...settled]);
    return { rejected: already + chosen.length, total: results.length };
  });
