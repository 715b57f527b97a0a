import type { ApprovalStatus } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { isReviewable } from '../../domain/results/judgeResult.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey, slotText } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listExplained } from '../../store/diffs/causes.js';
import { findDiff, type LockedDiffRow, lockDiff } from '../../store/diffs/diffs.js';
import { type DecidableResult, listDecidable } from '../../store/diffs/results.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseRemovedResults } from '../access/refuseRemoved.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import type { Resources } from '../Resources.js';

/** Snapshots by name, each in all its viewports and browsers, or single results by slot. */
export type Wanted = readonly (string | (Slot & Seen))[];

/** A result as it was when the decision was made, as far as the decision says that. */
interface Seen {
  ifStatus?: ApprovalStatus | undefined;
  /** Hash of the baseline's image; null for none. */
  ifBaseline?: string | null | undefined;
}

/** What a decision names, and how that stood when it was made (R44). */
export interface DecisionRequest {
  /** All without. */
  wanted?: Wanted | undefined;
  ifStatus?: ApprovalStatus | undefined;
  /** Only results of which this cause explains every region, by its signature. */
  explainedBy?: string | undefined;
}

/** A diff that is held, with the baselines of its suite. */
export interface HeldDiff {
  diff: LockedDiffRow;
  view: HeadView;
}

/** What a decision is about: the held diff and its reviewable results, all or the named ones. */
export interface Decidable extends HeldDiff {
  results: DecidableResult[];
}

/**
 * Holds a completed diff, and the baselines of its suite before it: a decision touches other diffs as well. Picks the results
 * that a decision names; a name covers all its viewports and browsers (R13).
 * @param becomes what the decision makes of them
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT
 */
export async function holdDecidable(
  { database: transaction, commitGraphs }: Pick<Resources, 'database' | 'commitGraphs'>,
  access: ProjectAccess,
  diffId: string,
  { wanted, ifStatus, explainedBy }: DecisionRequest,
  becomes: ApprovalStatus,
): Promise<Decidable> {
  const found = await findDiff(transaction, access.project.id, diffId);
  if (!found) throw notFound('Diff');
  await lockBaselines(transaction, found.suiteId, 'write');
  const diff = await lockDiff(transaction, access.project.id, diffId);
  if (!diff) throw notFound('Diff');
  if (diff.status !== 'completed') {
    throw new ServiceError('DIFF_NOT_READY', `Diff ${diffId} is ${diff.status}; decide when it is completed`);
  }
  await refuseRemovedResults(transaction, diffId);
  const all = await listDecidable(transaction, diffId);
  const present = new Set(all.flatMap((result) => [result.name, slotKey(result)]));
  const unknown = wanted?.find((one) => !present.has(keyOf(one)));
  if (unknown !== undefined) {
    const named = typeof unknown === 'string' ? unknown : unknown.name;
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${named}" is not a snapshot of diff ${diffId}`);
  }
  const chosen =
    wanted && new Map(wanted.map((one) => [keyOf(one), typeof one === 'string' ? undefined : one]));
  const isExplained = await findExplained(transaction, diffId, explainedBy);
  const results = all.filter(
    (result) =>
      isReviewable(result.status) &&
      (!chosen || chosen.has(result.name) || chosen.has(slotKey(result))) &&
      isExplained(result),
  );
  if (chosen) {
    for (const result of results) {
      const seen = chosen.get(slotKey(result));
      refuseOtherBaseline(result, seen?.ifBaseline, becomes);
      refuseConflict(result, seen?.ifStatus ?? ifStatus, becomes);
    }
  }
  return { diff, results, view: await viewHead(transaction, commitGraphs, access.project, headOf(diff)) };
}

/** An explanation chooses among results, and never decides anything. */
async function findExplained(
  database: Database,
  diffId: string,
  signature: string | undefined,
): Promise<(slot: Slot) => boolean> {
  if (signature === undefined) return () => true;
  const explained = new Set((await listExplained(database, diffId, signature)).map(slotKey));
  if (explained.size > 0) return (slot) => explained.has(slotKey(slot));
  throw new ServiceError(
    'SNAPSHOT_NOT_IN_DIFF',
    `Cause "${signature}" explains no result of diff ${diffId} completely; read its causes again`,
  );
}

/** The diff was computed again since the decision was made: nothing is decided about a change that was not seen (R44). */
function refuseOtherBaseline(
  result: DecidableResult,
  expected: string | null | undefined,
  becomes: ApprovalStatus,
): void {
  if (expected === undefined || result.baseHash === expected || becomes === 'pending') return;
  throw new ServiceError(
    'DECISION_CONFLICT',
    `"${slotText(result)}" is compared with another baseline by now. Look again, then decide`,
  );
}

/** Somebody decided otherwise since the decision was made: nothing is overwritten in silence (R44). */
function refuseConflict(
  result: DecidableResult,
  expected: ApprovalStatus | undefined,
  becomes: ApprovalStatus,
): void {
  const { approvalStatus, decidedBy, decidedAt } = result;
  if (expected === undefined || approvalStatus === expected || approvalStatus === becomes) return;
  const by = decidedBy === null ? '' : ` by ${actorText(decidedBy)}`;
  const at = decidedAt === null ? '' : ` at ${decidedAt.toISOString()}`;
  throw new ServiceError(
    'DECISION_CONFLICT',
    `"${slotText(result)}" is not ${expected} any more: it is ${approvalStatus}${by}${at}. Look again, then decide`,
  );
}

const keyOf = (one: string | Slot) => (typeof one === 'string' ? one : slotKey(one));
