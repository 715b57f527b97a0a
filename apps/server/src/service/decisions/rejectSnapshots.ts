import { findDecisions, setNotes } from '../../store/decisions/decisions.js';
import type { DecidableResult } from '../../store/diffs/results.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { nameNow } from '../baselines/HeadView.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { endRequestByDeciding } from '../requests/openRequests.js';
import { type DecisionRequest, type HeldDiff, holdDecidable } from './holdDecidable.js';
import { noteDecisions, setDecisions } from './noteDecisions.js';
import { settleTwins } from './settleTwins.js';
import { withdraw } from './withdraw.js';

export interface RejectionRequest extends DecisionRequest {
  /** Why. Named results that are rejected already get it as well. */
  note?: string | undefined;
}

/**
 * Rejects the named snapshots, or all pending ones (R15), in all diffs of the branch (R43). Rejecting an approved one takes
 * its promotion back first, and so does noting a rejection of somebody else with that rejection.
 * @returns how many of the named reviewable results are rejected now, and how many there are
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT
 */
export const rejectSnapshots = (
  resources: Resources,
  access: ProjectAccess,
  diffId: string,
  request: RejectionRequest = {},
): Promise<{ rejected: number; total: number }> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const { note, wanted } = request;
    const held = await holdDecidable(within, access, diffId, request, 'rejected');
    const { diff, results } = held;
    const already = results.filter((result) => result.approvalStatus === 'rejected');
    const fresh = results.filter(
      ({ approvalStatus: status }) => status === 'pending' || (status === 'approved' && wanted !== undefined),
    );
    const answer = { rejected: already.length + fresh.length, total: results.length };
    const { foreign, shownIn } =
      note === undefined || wanted === undefined
        ? { foreign: [], shownIn: [] }
        : await noteOwn(within, access, held, already, note);
    const chosen = [...fresh, ...foreign];
    if (chosen.length === 0) {
      await updateCheckRuns(transaction, shownIn, { again: true });
      return answer;
    }
    const decided = chosen.filter((result) => result.approvalStatus !== 'pending');
    const reopened = await withdraw(within, held, decided, access);
    const decisions = await noteDecisions(transaction, held, chosen, 'rejected', { by: access, note });
    const rejected = { approvalStatus: 'rejected', decidedBy: access.actor } as const;
    await setDecisions(transaction, diff.id, chosen, rejected, decisions);
    const settled = await settleTwins(within, held, chosen, rejected, decisions);
    await endRequestByDeciding(transaction, access, diff);
    await noteDecisionsInAudit(transaction, access, 'diff.rejected', diff, chosen);
    resources.measures.decided('rejected', chosen.length);
    const touched = [diff.id, ...reopened, ...settled, ...shownIn];
    await updateCheckRuns(transaction, touched, { again: foreign.length + shownIn.length > 0 });
    return answer;
  });

/**
 * Notes rejections of the caller's own.
 * @returns the results whose rejection is not theirs, or of another branch, and the diffs that show a changed note
 */
async function noteOwn(
  { database: transaction }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  { diff, view }: HeldDiff,
  rejected: readonly DecidableResult[],
  note: string,
): Promise<{ foreign: DecidableResult[]; shownIn: string[] }> {
  const decisions = await findDecisions(
    transaction,
    rejected.flatMap(({ decisionId }) => decisionId ?? []),
  );
  const own = new Map(
    decisions
      .filter(
        ({ actorId, branch, createdAt }) =>
          actorId === access.namespace && nameNow(view, branch, createdAt) === view.branch,
      )
      .map((decision) => [decision.id, decision]),
  );
  const isOwn = ({ decisionId }: DecidableResult) => decisionId !== null && own.has(decisionId);
  const changed = new Set([...own.values()].filter((one) => one.note !== note).map(({ id }) => id));
  const noted = rejected.filter(({ decisionId }) => decisionId !== null && changed.has(decisionId));
  const shownIn = await setNotes(transaction, [...changed], note);
  await noteDecisionsInAudit(transaction, access, 'diff.noted', diff, noted);
  return { foreign: rejected.filter((result) => !isOwn(result)), shownIn };
}
