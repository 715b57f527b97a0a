import type { ResultStatus } from '@svc/schema';
import { isReviewable, meansRemoval } from '../../domain/results/judgeResult.js';
import type { PlacedSlot } from '../../domain/results/placeSlots.js';
import { slotOf } from '../../domain/slot.js';
import { announce } from '../../store/announcements/announce.js';
import { readBaselineMark } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import { recountAwaiting } from '../../store/decisions/approvals.js';
import { deleteResultsExcept, placeResults, setDiffStatus, setSettlement } from '../../store/diffs/diffs.js';
import { insertResults } from '../../store/diffs/insertResults.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { compareLaterAgain, compareRestingAgain } from '../stale/compareAgain.js';
import { decideNewborn, type Newborn } from './decideNewborn.js';
import { followReviews } from './followReviews.js';
import { notePlaces } from './notePlaces.js';
import { carryScopeOf } from './planDiff.js';
import type { PreparedDiff } from './prepareDiff.js';
import { rowOf } from './resultOf.js';

/**
 * Ends a diff of which nothing is missing: results, earlier decisions about the same images (R15 to R17), autoApprove
 * (R18) and promotions, in the transaction that prepared it. Since nobody else can change a baseline in that time, no
 * promotion is stale.
 * @returns diffs whose commits are to be judged again, for {@link updateCheckRuns} at the end of the transaction
 */
export async function settleDiff(
  resources: Pick<Resources, 'database' | 'queue'>,
  prepared: PreparedDiff,
): Promise<string[]> {
  const { database: transaction } = resources;
  const { diff, head, view, judged, compared } = prepared;
  await writeResults(transaction, prepared);
  const reviewables = await mapInTurns(
    [
      ...judged.filter(({ slot }) => isReviewable(verdictOf(slot))),
      ...compared.filter(({ status }) => isReviewable(status)),
    ],
    toNewborn,
  );
  const { promoted, revoked } = await decideNewborn(transaction, prepared, reviewables);
  const tellsPlaces = await notePlaces(transaction, prepared);

  const baselineMark = await readBaselineMark(transaction);
  await setSettlement(transaction, diff.id, { baselineMark, tookAbsence: head.complete, tellsPlaces });
  await setDiffStatus(transaction, diff.id, 'completed');
  await recountAwaiting(transaction, [diff.id]);
  await announce(transaction, { kind: 'suite', suiteId: diff.suiteId, branch: view.branch });
  const touched = [diff.id];
  const scope = carryScopeOf(view, diff, head);
  if (scope) {
    const complete = meansRemoval({
      complete: head.complete && diff.manifest === null,
      listed: false,
      exitCode: head.exitCode,
      failedSnapshots: head.failedSnapshots,
    });
    const ending = { diffId: diff.id, endedAt: head.completedAt };
    await followReviews(transaction, view, ending, scope, { complete, reviewable: reviewables });
    touched.push(...(await compareLaterAgain(resources, view, scope, promoted)));
  }
  touched.push(...(await compareRestingAgain(resources, diff.id, view, revoked)));
  return touched;
}

async function writeResults(
  transaction: Database,
  { diff, judged, compared, recalled }: PreparedDiff,
): Promise<void> {
  const isNew = new Set<PlacedSlot>(recalled);
  const kept = compared.filter((one) => !isNew.has(one));
  await deleteResultsExcept(
    transaction,
    diff.id,
    kept.map(({ slot }) => slot),
  );
  const rows = await mapInTurns(judged, ({ slot, position }) =>
    rowOf(diff, slot, position, verdictOf(slot), null),
  );
  await insertResults(transaction, [...rows, ...recalled.map(({ row }) => row)]);
  await placeResults(
    transaction,
    diff.id,
    await mapInTurns(kept, ({ slot, position, status }) => {
      const { source, baseFrom, path, reason: baseReason, entry, newer } = slot;
      const [baseEntryId, newerEntryId] = [entry?.id ?? null, newer?.id ?? null];
      return {
        ...slotOf(slot),
        position,
        status,
        source,
        baseFrom,
        path,
        baseReason,
        baseEntryId,
        newerEntryId,
        carried: slot.isCarried,
      };
    }),
  );
}

function verdictOf({ name, verdict }: PlacedSlot['slot']): ResultStatus {
  if (verdict === 'compare') throw new Error(`"${name}" was not compared`);
  return verdict;
}

const toNewborn = ({ slot }: PlacedSlot): Newborn => ({
  ...slotOf(slot),
  basePixels: slot.base?.pixels ?? null,
  headPixels: slot.head?.pixels ?? null,
  baseOrigin: slot.source,
  headHash: slot.head?.hash ?? null,
  carried: slot.isCarried,
});
