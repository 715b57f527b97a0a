import type { ApproveResult } from '@svc/schema';
import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import {
  type AwaitingRow,
  addApprovals,
  listAffected,
  listAwaiting,
} from '../../store/decisions/approvals.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { listIgnoredChanges } from '../../store/diffs/ignoredChanges.js';
import type { DecidableResult } from '../../store/diffs/results.js';
import { listRemoved } from '../../store/images/images.js';
import { isPerson } from '../access/Principal.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { findLines } from '../baselines/findLines.js';
import { destinationsOf } from '../baselines/HeadView.js';
import { promote } from '../baselines/promote.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import { strayRefusal } from '../commits/verifyClaim.js';
import type { Resources } from '../Resources.js';
import { endRequestByDeciding } from '../requests/openRequests.js';
import { type Decidable, type DecisionRequest, holdDecidable } from './holdDecidable.js';
import { noteDecisions, setDecisions } from './noteDecisions.js';
import { refuseOutdated } from './refuseOutdated.js';
import { settleTwins } from './settleTwins.js';
import { withdraw } from './withdraw.js';

/**
 * Approves the named snapshots, or all that are neither rejected nor ignored for now: each becomes the baseline of the target
 * branches, all of them or none (R13, R14), and the same change is settled in all diffs of the branch (R43). Where the project
 * asks for more than one approval, a person adds theirs to those that others gave (R57).
 * @returns how many of the named reviewable results are approved now, how many there are, and how many of the approved ones
 *   wait for another person
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT, CAPTURE_EPHEMERAL,
 *   BRANCH_REQUIRED, DIFF_STALE, IMAGE_NOT_FOUND, FORBIDDEN for a commit that is not on the branch it names
 */
export const approveSnapshots = (
  resources: Resources,
  access: ProjectAccess,
  diffId: string,
  request: DecisionRequest = {},
): Promise<ApproveResult> =>
  resources.database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    const held = await holdDecidable(within, access, diffId, request, 'approved');
    const { results } = held;
    const already = results.filter((result) => result.approvalStatus === 'approved').length;
    const ignored = request.wanted === undefined ? await listIgnoredChanges(transaction, [held.diff.id]) : [];
    const isIgnored = new Set(ignored.map(slotKey));
    const chosen = results.filter(
      (result) =>
        (result.approvalStatus === 'pending' && !isIgnored.has(slotKey(result))) ||
        (result.approvalStatus === 'rejected' && request.wanted !== undefined),
    );
    const seconds = await findSeconds(within, access, held);
    if (chosen.length + seconds.length > 0) await approve(within, access, held, { chosen, seconds });
    resources.measures.decided('approved', chosen.length);
    const awaiting = (await listOwnAwaiting(within, held)).length;
    return {
      approved: already + chosen.length,
      total: results.length,
      ...(awaiting > 0 && { awaiting }),
    };
  });

async function approve(
  resources: Resources,
  access: ProjectAccess,
  held: Decidable,
  { chosen, seconds }: { chosen: readonly DecidableResult[]; seconds: readonly DecidableResult[] },
): Promise<void> {
  const { database: transaction } = resources;
  const { diff, view } = held;
  refuseNowhere(diff);
  if (diff.isStray) throw strayRefusal(diff, access.project);
  await refuseOutdated(transaction, held, chosen, seconds);
  const rejected = chosen.filter(({ approvalStatus }) => approvalStatus === 'rejected');
  const reopened = await withdraw(resources, held, rejected, access);
  // A decision that nothing shows yet does not change them.
  const lines = view.target === null ? undefined : await findLines(transaction, view, chosen.map(slotOf));
  const decisions = await noteDecisions(transaction, held, chosen, 'approved', { by: access, lines });
  await promote(
    transaction,
    view,
    destinationsOf(view, diff),
    { captureId: diff.headCaptureId, commit: diff.commit, diffId: diff.id },
    chosen.map((result) => ({
      ...result,
      actor: access.actor,
      decisionId: decisions.get(slotKey(result)) ?? null,
    })),
    lines,
  );
  await refuseUnseen(transaction, diff, [...chosen, ...seconds]);
  const decided = { approvalStatus: 'approved', decidedBy: access.actor } as const;
  await setDecisions(transaction, diff.id, chosen, decided, decisions);
  const settled = await settleTwins(resources, held, chosen, decided, decisions);
  const confirmed = [...new Set(seconds.flatMap(({ decisionId }) => decisionId ?? []))];
  await addApprovals(transaction, confirmed, access);
  const affected = confirmed.length > 0 ? await listAffected(transaction, confirmed) : [];
  await endRequestByDeciding(transaction, access, diff);
  await noteDecisionsInAudit(transaction, access, 'diff.approved', diff, [...chosen, ...seconds]);
  await updateCheckRuns(transaction, [diff.id, ...reopened, ...settled, ...affected], { awaited: diff.id });
}

/** Approved results of the named ones that lack an approval, and that this person has not approved yet. */
async function findSeconds(
  resources: Pick<Resources, 'database'>,
  access: ProjectAccess,
  held: Decidable,
): Promise<DecidableResult[]> {
  if (!isPerson(access)) return [];
  const open = (await listOwnAwaiting(resources, held)).filter(
    ({ byIds }) => !byIds.includes(access.namespace),
  );
  const wanted = new Set(open.map(slotKey));
  return held.results.filter((result) => wanted.has(slotKey(result)));
}

/** What of the named results lacks an approval. */
async function listOwnAwaiting(
  { database }: Pick<Resources, 'database'>,
  { diff, results }: Decidable,
): Promise<AwaitingRow[]> {
  const named = new Set(results.map(slotKey));
  return (await listAwaiting(database, [diff.id])).filter((one) => !one.isResting && named.has(slotKey(one)));
}

function refuseNowhere(diff: DiffRow): void {
  if (diff.ephemeral) {
    throw new ServiceError(
      'CAPTURE_EPHEMERAL',
      'An ephemeral capture never becomes a baseline; capture again without `ephemeral`',
    );
  }
  if (promotionTargets(diff).length > 0) return;
  throw new ServiceError(
    'BRANCH_REQUIRED',
    'The head capture has no branch; give the diff targetRefs to approve to',
  );
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
    `The image of "${unseen.name}" was removed, according to the retention of the project; capture it again, then decide`,
  );
}
