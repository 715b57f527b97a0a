import { groupBy } from '../../domain/checks/groupBy.js';
import { type CommitVerdict, judgeCommit } from '../../domain/checks/judgeCommit.js';
import { readPart } from '../../domain/checks/Part.js';
import type { Report, RestingSlot, SlotResult } from '../../domain/checks/Report.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import {
  listFinishedRuns,
  listReports,
  listSkippedSlots,
  listSlotResults,
  type ReportRow,
  readClock,
} from '../../store/checks/reports.js';
import type { Database } from '../../store/database.js';
import { type AwaitingRow, listAwaiting } from '../../store/decisions/approvals.js';
import { listIgnoredChanges } from '../../store/diffs/ignoredChanges.js';

/** What a commit comes to, as of now (R45). */
export async function judge(database: Database, projectId: string, commit: string): Promise<CommitVerdict> {
  const rows = await listReports(database, projectId, commit);
  const finished = await listFinishedRuns(database, projectId, commit);
  return judgeCommit(await withResults(database, rows), { now: await readClock(database), finished });
}

async function withResults(database: Database, rows: readonly ReportRow[]): Promise<Report[]> {
  const compared = rows.flatMap(({ suite, diffId, skipped }) =>
    diffId === null ? [] : [{ suite, diffId, skipped }],
  );
  const perSuite = [...groupBy(compared, ({ suite }) => suite).values()];
  const alone = perSuite.flatMap((diffs) => (diffs.length === 1 ? diffs : []));
  const several = perSuite.flatMap((diffs) => (diffs.length > 1 ? diffs : []));
  // What is unchanged or skipped matters only beside another diff of its suite; of a diff alone its number is enough.
  const results = [
    ...(await listSlotResults(database, idsOf(alone), { withUnchanged: false })),
    ...(await listSlotResults(database, idsOf(several), { withUnchanged: true })),
  ];
  const ofDiff = groupBy(await withIgnored(database, results), ({ diffId }) => diffId);
  const skipping = several.filter(({ skipped }) => skipped > 0);
  const skipped = groupBy(await listSkippedSlots(database, idsOf(skipping)), ({ diffId }) => diffId);
  const awaiting = groupBy(await listAwaiting(database, idsOf(compared)), ({ diffId }) => diffId);
  return rows.map(({ diffId, ...row }) => {
    const id = diffId ?? '';
    return withAwaiting(
      toReport({ ...row, diffId }, ofDiff.get(id) ?? [], skipped.get(id) ?? []),
      awaiting.get(id) ?? [],
    );
  });
}

const idsOf = (diffs: readonly { diffId: string }[]): string[] => diffs.map(({ diffId }) => diffId);

function withAwaiting(report: Report, awaiting: readonly AwaitingRow[]): Report {
  if (awaiting.length === 0) return report;
  const own = new Map(awaiting.filter((one) => !one.isResting).map((one) => [slotKey(one), one]));
  return {
    ...report,
    results: report.results.map((result) =>
      result.isAccessibility ? result : { ...result, awaits: own.get(slotKey(result)) ?? null },
    ),
    resting: awaiting.filter((one) => one.isResting).map(toResting),
  };
}

const toResting = ({ missing, by, decidedIn, isCaptured, ...slot }: AwaitingRow): RestingSlot => ({
  ...slotOf(slot),
  awaits: { missing, by },
  decidedIn,
  isSilent: !isCaptured,
});

/** The same results, with how long their changes are ignored (R59). */
async function withIgnored<One extends SlotResult & { diffId: string }>(
  database: Database,
  results: readonly One[],
): Promise<One[]> {
  const pending = results.filter(({ approvalStatus }) => approvalStatus === 'pending');
  const diffIds = [...new Set(pending.map(({ diffId }) => diffId))];
  const ignored = await listIgnoredChanges(database, diffIds);
  if (ignored.length === 0) return [...results];
  const untilOf = new Map(ignored.map((one) => [`${one.diffId} ${slotKey(one)}`, one.until.getTime()]));
  return results.map((result) => {
    const until = result.isAccessibility ? undefined : untilOf.get(`${result.diffId} ${slotKey(result)}`);
    return until === undefined ? result : { ...result, ignoredUntil: until };
  });
}

const toReport = (
  { isSingle, shardIndex, shardTotal, job, runKey, ended, ...row }: ReportRow,
  results: readonly SlotResult[],
  skippedSlots: readonly Slot[],
): Report => ({
  ...row,
  part: isSingle ? null : readPart({ shardIndex, shardTotal, job, runKey }),
  ended: ended ?? Number.POSITIVE_INFINITY,
  results,
  skippedSlots,
});
