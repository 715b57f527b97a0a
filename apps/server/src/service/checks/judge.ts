import { groupBy } from '../../domain/checks/groupBy.js';
import { type CommitVerdict, judgeCommit } from '../../domain/checks/judgeCommit.js';
import { readPart } from '../../domain/checks/Part.js';
import type { Report, SlotResult } from '../../domain/checks/Report.js';
import {
  countQuiet,
  listFinishedRuns,
  listReports,
  listSlotResults,
  type ReportRow,
  readClock,
} from '../../store/checks/reports.js';
import type { Database } from '../../store/database.js';

/** What a commit comes to, as of now (R45). */
export async function judge(database: Database, projectId: string, commit: string): Promise<CommitVerdict> {
  const rows = await listReports(database, projectId, commit);
  const finished = await listFinishedRuns(database, projectId, commit);
  return judgeCommit(await withResults(database, rows), { now: await readClock(database), finished });
}

async function withResults(database: Database, rows: readonly ReportRow[]): Promise<Report[]> {
  const compared = rows.flatMap(({ suite, diffId }) => (diffId === null ? [] : [{ suite, diffId }]));
  const perSuite = groupBy(compared, ({ suite }) => suite);
  const idsOf = (isAlone: boolean) =>
    [...perSuite.values()]
      .filter((diffs) => (diffs.length === 1) === isAlone)
      .flatMap((diffs) => diffs.map(({ diffId }) => diffId));
  // What is unchanged matters only where it may be newer than something else; of a diff alone its number is enough.
  const results = [
    ...(await listSlotResults(database, idsOf(true), { withUnchanged: false })),
    ...(await listSlotResults(database, idsOf(false), { withUnchanged: true })),
  ];
  const ofDiff = groupBy(results, ({ diffId }) => diffId);
  const quiet = new Map((await countQuiet(database, idsOf(true))).map((counts) => [counts.diffId, counts]));
  return rows.map((row) => toReport(row, ofDiff.get(row.diffId ?? '') ?? [], quiet.get(row.diffId ?? '')));
}

const toReport = (
  { isSingle, shardIndex, shardTotal, job, runKey, ended, ...row }: ReportRow,
  results: readonly SlotResult[],
  quiet: { unchanged: number; skipped: number } | undefined,
): Report => ({
  ...row,
  part: isSingle ? null : readPart({ shardIndex, shardTotal, job, runKey }),
  ended: ended ?? Number.POSITIVE_INFINITY,
  results,
  unchanged: quiet?.unchanged ?? 0,
  skipped: quiet?.skipped ?? 0,
});
