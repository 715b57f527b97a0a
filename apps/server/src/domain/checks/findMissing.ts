import { groupBy } from './groupBy.js';
import type { Part } from './Part.js';
import type { Report } from './Report.js';

/** Milliseconds after the first report of a run in which the other parts are awaited. */
const patience = 2 * 3_600_000;

/** What is known of a commit's runs beside the reports. */
export interface RunEnds {
  /** Milliseconds since 1970. */
  now: number;
  /** Runs of which somebody said that no more parts follow. */
  finished: readonly { branch: string; runKey: string }[];
}

/** A run of shards of which not all have reported. */
export interface MissingParts {
  reported: number;
  /** Null where nobody knows. */
  total: number | null;
  /** Which shards have not; empty where the total is not known. */
  missing: readonly number[];
  /** Until when they are awaited, in milliseconds since 1970; null when nobody waits any longer. */
  until: number | null;
}

export type ShardReport = Report & { part: Part & { shard: NonNullable<Part['shard']> } };

export const isShard = (report: Report): report is ShardReport => report.part?.shard != null;

/**
 * The reports of each run of shards among them. Two jobs that report the same shard are two matrices, which are then
 * counted apart; otherwise the shards of a run may well have jobs of different names.
 */
export function groupRuns(reports: readonly ShardReport[]): ShardReport[][] {
  const clashing = new Set<string>();
  const jobOf = new Map<string, string>();
  for (const { part } of reports) {
    if (part.job === null) continue;
    const shard = JSON.stringify([runOf(part), part.shard.index]);
    if ((jobOf.get(shard) ?? part.job) !== part.job) clashing.add(runOf(part));
    jobOf.set(shard, part.job);
  }
  const runs = groupBy(reports, ({ part }) =>
    clashing.has(runOf(part)) ? JSON.stringify([runOf(part), part.job]) : runOf(part),
  );
  return [...runs.values()];
}

const runOf = ({ runKey, shard }: ShardReport['part']): string => JSON.stringify([runKey, shard.total]);

/**
 * What is missing of one run of shards, all with the same total; null when all parts have reported (R46).
 * @param run not empty
 */
export function findMissing(run: readonly ShardReport[], { now, finished }: RunEnds): MissingParts | null {
  const [some] = run;
  if (!some) throw new Error('a run has at least one report');
  const reports = run.filter(({ ended }) => Number.isFinite(ended));
  const indices = new Set(reports.map(({ part }) => part.shard.index));
  const isFinished = finished.some(
    ({ branch, runKey }) => branch === some.branch && runKey === some.part.runKey,
  );
  const total = some.part.shard.total ?? (isFinished ? Math.max(...indices) : null);
  if (total !== null && indices.size >= total) return null;
  const deadline = Math.min(...reports.map(({ ended }) => ended)) + patience;
  const all = Array.from({ length: total ?? 0 }, (_, position) => position + 1);
  return {
    reported: indices.size,
    total,
    missing: all.filter((index) => !indices.has(index)),
    until: isFinished || now >= deadline ? null : deadline,
  };
}
