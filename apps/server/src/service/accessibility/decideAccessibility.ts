import type { ApprovalStatus, DecidedAccessibility } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { groupBy } from '../../domain/checks/groupBy.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey, slotText } from '../../domain/slot.js';
import {
  type AccessibilityChangeRow,
  type AlikeChange,
  decideChanges,
  listAlike,
  listChanges,
} from '../../store/accessibility/accessibilityChanges.js';
import { announce } from '../../store/announcements/announce.js';
import type { Database } from '../../store/database.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults } from '../../store/diffs/results.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseRemovedResults } from '../access/refuseRemoved.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { endRequestByDeciding } from '../requests/openRequests.js';

/** What is decided, about which changes; all reviewable ones without names. */
export interface AccessibilityDecision {
  decision: ApprovalStatus;
  /** Snapshots by name, each in all its viewports and browsers, or single slots. */
  wanted?: readonly (string | Slot)[] | undefined;
  ifStatus?: ApprovalStatus | undefined;
}

/** The most names that an entry of the audit log tells. */
const mostNames = 100;

/**
 * Approves or rejects accessibility changes of a diff, or takes that back (R54), in all diffs of the branch that have the same
 * change. Without names, approving leaves what was rejected, rejecting what was approved, and taking back what was rejected.
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF, DECISION_CONFLICT
 */
export const decideAccessibility = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  diffId: string,
  request: AccessibilityDecision,
): Promise<DecidedAccessibility> =>
  database.transaction().execute(async (transaction) => {
    const found = await findDiff(transaction, access.project.id, diffId);
    if (!found) throw notFound('Diff');
    await lockBaselines(transaction, found.suiteId, 'write');
    await refuseRemovedResults(transaction, diffId);
    const { decision, wanted } = request;
    const named = await chooseNamed(transaction, diffId, request);
    const isLeft = ({ approvalStatus }: AccessibilityChangeRow) =>
      wanted === undefined && approvalStatus !== (decision === 'pending' ? 'approved' : 'pending');
    const chosen = named.filter((change) => change.approvalStatus !== decision && !isLeft(change));
    const already = named.filter(({ approvalStatus }) => approvalStatus === decision).length;
    if (chosen.length > 0) {
      const { actor } = access;
      const decided =
        decision === 'pending'
          ? { approvalStatus: decision, decidedBy: null, decidedIn: null }
          : { approvalStatus: decision, decidedBy: actor, decidedIn: diffId };
      const twins = twinsOf(
        { diffId, branch: found.branch, decision },
        chosen,
        await listAlike(transaction, found.suiteId, chosen),
      );
      await decideChanges(transaction, { diffId, captureId: found.headCaptureId }, chosen, decided);
      const twinsOfDiffs = groupBy(twins, (twin) => twin.diffId);
      for (const ofDiff of twinsOfDiffs.values()) {
        const [first] = ofDiff;
        if (first) await decideChanges(transaction, first, ofDiff, decided);
      }
      await endRequestByDeciding(transaction, access, found);
      await noteInAudit(transaction, access, auditActions[decision], {
        target: diffId,
        details: {
          snapshots: [...new Set(chosen.map(({ name }) => name))].slice(0, mostNames),
          count: chosen.length,
        },
      });
      const diffIds = [diffId, ...twinsOfDiffs.keys()];
      for (const id of diffIds) await announce(transaction, { kind: 'diff', diffId: id });
      await updateCheckRuns(transaction, diffIds);
    }
    return { decided: already + chosen.length, total: named.length };
  });

const auditActions: Record<ApprovalStatus, string> = {
  approved: 'accessibility.approved',
  rejected: 'accessibility.rejected',
  pending: 'accessibility.revoked',
};

async function chooseNamed(
  database: Database,
  diffId: string,
  { wanted, ifStatus, decision }: AccessibilityDecision,
): Promise<AccessibilityChangeRow[]> {
  const changes = (await listChanges(database, diffId)).filter(({ reviewed }) => reviewed);
  if (!wanted) return changes;
  const keyOf = (one: string | Slot) => (typeof one === 'string' ? one : slotKey(one));
  const keys = new Set(wanted.map(keyOf));
  const named = changes.filter((change) => keys.has(change.name) || keys.has(slotKey(change)));
  const present = new Set(named.flatMap((change) => [change.name, slotKey(change)]));
  const without = wanted.filter((one) => !present.has(keyOf(one)));
  if (without.length > 0) {
    const results = await listResults(database, diffId);
    const known = new Set(results.flatMap((result) => [result.name, slotKey(result)]));
    const unknown = without.find((one) => !known.has(keyOf(one)));
    if (unknown !== undefined) {
      const name = typeof unknown === 'string' ? unknown : slotText(unknown);
      throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${name}" is not a snapshot of diff ${diffId}`);
    }
  }
  for (const change of named) refuseConflict(change, ifStatus, decision);
  return named;
}

/** Somebody decided otherwise since the decision was made: nothing is overwritten in silence (R44). */
function refuseConflict(
  change: AccessibilityChangeRow,
  expected: ApprovalStatus | undefined,
  becomes: ApprovalStatus,
): void {
  const { approvalStatus, decidedBy } = change;
  if (expected === undefined || approvalStatus === expected || approvalStatus === becomes) return;
  const by = decidedBy === null ? '' : ` by ${actorText(decidedBy)}`;
  throw new ServiceError(
    'DECISION_CONFLICT',
    `The accessibility change of "${slotText(change)}" is not ${expected} any more: it is ${approvalStatus}${by}. Look again, then decide`,
  );
}

/**
 * The same changes in other diffs that a decision settles: on its branch those that are pending and, for a rejection, those that no
 * person approved there; what is taken back is so wherever it was remembered.
 */
function twinsOf(
  { diffId, branch, decision }: { diffId: string; branch: string | null; decision: ApprovalStatus },
  chosen: readonly AccessibilityChangeRow[],
  alike: readonly AlikeChange[],
): AlikeChange[] {
  const origins = new Map(chosen.map((change) => [slotKey(change), change.decidedIn]));
  return alike.filter((other) => {
    if (other.diffId === diffId) return false;
    const origin = origins.get(slotKey(other)) ?? null;
    const isOfOrigin = origin !== null && other.decidedIn === origin;
    if (decision === 'pending') return isOfOrigin;
    if (branch === null || other.branch !== branch) return decision === 'rejected' && isOfOrigin;
    const isByMemory = other.approvalStatus === 'approved' && other.decidedIn !== other.diffId;
    return other.approvalStatus === 'pending' || (decision === 'rejected' && (isByMemory || isOfOrigin));
  });
}
