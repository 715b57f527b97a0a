import { type Slot, slotKey } from '../slot.js';
import {
  findMissing,
  groupRuns,
  isShard,
  type MissingParts,
  type RunEnds,
  type ShardReport,
} from './findMissing.js';
import { keyOfPart, type Part } from './Part.js';
import type { Report, RestingSlot, SlotResult } from './Report.js';

/** Why a check is not green although nothing is left to decide. */
export type Problem =
  | { kind: 'ended early'; part: Part; reason: string }
  | { kind: 'failed'; part: Part; what: 'capture' | 'comparison'; error: string }
  | { kind: 'not captured'; part: Part; count: number }
  | { kind: 'empty'; part: Part }
  | { kind: 'crashed'; part: Part; exitCode: number }
  | ({ kind: 'missing' } & MissingParts);

/** A reviewable result that counts, and the diff that it is of. */
export interface StandingResult
  extends Slot,
    Pick<SlotResult, 'status' | 'approvalStatus' | 'awaits' | 'ignoredUntil'> {
  diffId: string;
}

/** What all captures of a suite at a commit, on one branch and for one target, come to. */
export interface Verdict {
  suite: string | null;
  branch: string;
  target: string | null;
  /** Some diff is being computed. */
  isComparing: boolean;
  reviewable: readonly StandingResult[];
  /** What was approved in earlier builds, and of which an approval is missing. */
  resting: readonly RestingSlot[];
  /** Accessibility changes that are to be reviewed. */
  accessibility: readonly StandingResult[];
  unchanged: number;
  skipped: number;
  problems: readonly Problem[];
  /** Parts that were done again. */
  repeated: readonly Part[];
  /** The diffs that the verdict rests on, the newest last. */
  diffIds: readonly string[];
}

/**
 * Judges the reports of one suite, or those that opened no suite (R45): of each slot the newest result counts, of each
 * part the newest report, and all parts of a run have to report.
 * @param own of the suite, on one branch and for one target
 * @param all of that branch and target, whatever their suite: a shard without a picture of this suite has reported too
 */
export function judgeSuite(own: readonly Report[], all: readonly Report[], ends: RunEnds): Verdict {
  const [some] = own;
  if (!some) throw new Error('a suite is judged by at least one report');
  const ended = own.filter(hasEnded).sort(byEnd);
  const newest = newestResults(ended);
  const parts = standingParts(ended);
  const others = all.filter((report) => hasEnded(report) && report.suite !== some.suite);
  const runs = runsOf([...parts.values()].filter(isShard), [...ended, ...others]);
  for (const report of replacedByNewerRun(runs, ends)) parts.delete(keyOfPart(report.part));
  const counted = runs.filter((run) => run.some((report) => parts.has(keyOfPart(report.part))));
  const compared = ended.filter((report) => report.status === 'completed');
  const [alone] = compared;
  const isAlone = compared.length === 1 && alone !== undefined;
  const standing = [...parts.values()].sort(byEnd);
  const changed = [...newest.values()].filter(isReviewable);
  const accessibility = changed.filter((result) => result.isAccessibility);
  const reviewable = changed.filter((result) => !result.isAccessibility);
  const images = [...newest.values()].filter((result) => !result.isAccessibility).length;
  const latest = [...own].sort(byEnd).slice(-1);
  return {
    suite: some.suite,
    branch: some.branch,
    target: some.target,
    isComparing: own.some((report) => report.status === 'processing'),
    reviewable,
    resting: restingSlots(ended, newest),
    accessibility,
    unchanged: isAlone ? alone.unchanged : images - reviewable.length,
    skipped: isAlone ? alone.skipped : countSkipped(compared, newest),
    problems: [
      ...standing.flatMap(problemsOf),
      ...counted.flatMap((run) => crashedElsewhere(run, some.suite)),
      ...counted.flatMap((run) => missingOf(run, ends)),
    ],
    repeated: standing.flatMap(({ part }) =>
      part && ended.filter((one) => one.part && keyOfPart(one.part) === keyOfPart(part)).length > 1
        ? [part]
        : [],
    ),
    diffIds: [
      ...new Set(
        [...reviewable, ...accessibility, ...standing, ...latest].flatMap(({ diffId }) => diffId ?? []),
      ),
    ].sort(),
  };
}

const hasEnded = ({ status, ended }: Report): boolean => status !== 'processing' && Number.isFinite(ended);

/** By completion; of two diffs of one capture the newer is the later. */
const byEnd = (one: Report, other: Report): number =>
  one.ended - other.ended || ((one.diffId ?? '') < (other.diffId ?? '') ? -1 : 1);

type NewestResult = SlotResult & { diffId: string };

function newestResults(reports: readonly Report[]): ReadonlyMap<string, NewestResult> {
  const newest = new Map<string, NewestResult>();
  for (const { diffId, status, results } of reports) {
    if (diffId === null || status !== 'completed') continue;
    for (const result of results) {
      const key = `${result.isAccessibility ? 'accessibility ' : ''}${slotKey(result)}`;
      const before = newest.get(key);
      // What is equal by a threshold of its own says nothing of a look that somebody has yet to decide about.
      if (result.isLoose && before && before.approvalStatus !== 'approved') continue;
      newest.set(key, { ...result, diffId });
    }
  }
  return newest;
}

/** Of each slot what the newest report says; what was not captured says nothing beside another result of its slot. */
function restingSlots(reports: readonly Report[], newest: ReadonlyMap<string, NewestResult>): RestingSlot[] {
  const resting = new Map<string, RestingSlot>();
  for (const report of reports) {
    for (const slot of report.resting ?? []) {
      const result = newest.get(slotKey(slot));
      const isOutdone = result !== undefined && (slot.isSilent || result.diffId !== report.diffId);
      if (!isOutdone) resting.set(slotKey(slot), slot);
    }
  }
  return [...resting.values()];
}

/** Slots that some report skipped, and of which none says anything. */
function countSkipped(reports: readonly Report[], newest: ReadonlyMap<string, NewestResult>): number {
  const skipped = reports.flatMap(({ skippedSlots = [] }) => skippedSlots.map(slotKey));
  return new Set(skipped.filter((key) => !newest.has(key))).size;
}

const isReviewable = ({ status }: SlotResult): boolean => status !== 'unchanged';

/** Of each part its newest report; another part never replaces it, nor does a run of the whole. */
function standingParts(ended: readonly Report[]): Map<string, Report & { part: Part }> {
  const standing = new Map<string, Report & { part: Part }>();
  for (const report of ended) {
    const { part } = report;
    if (part === null) continue;
    standing.set(keyOfPart(part), { ...report, part });
  }
  return standing;
}

/** The runs that some shards are of, each with all its reports. */
function runsOf(shards: readonly ShardReport[], reports: readonly Report[]): ShardReport[][] {
  const keys = new Set(shards.map(({ part }) => keyOfPart(part)));
  return groupRuns(reports.filter(isShard)).filter((run) =>
    run.some(({ part }) => keys.has(keyOfPart(part))),
  );
}

/**
 * Shards of an earlier run of the same job, once a run that began after it has reported whole: a commit that is built
 * again has another run key.
 */
function replacedByNewerRun(runs: readonly ShardReport[][], ends: RunEnds): ShardReport[] {
  const complete = runs.filter((run) => findMissing(run, ends) === null);
  return runs.flatMap((run) =>
    complete.some(
      (newer) => newer !== run && jobsOf(newer) === jobsOf(run) && lastBegin(run) < firstBegin(newer),
    )
      ? run
      : [],
  );
}

const jobsOf = (run: readonly ShardReport[]): string =>
  JSON.stringify([...new Set(run.map(({ part }) => part.job))].sort());
const firstBegin = (run: readonly ShardReport[]): number => Math.min(...run.map(({ began }) => began));
const lastBegin = (run: readonly ShardReport[]): number => Math.max(...run.map(({ began }) => began));

function problemsOf(report: Report & { part: Part }): Problem[] {
  const { part, diffId, status, error, endedEarly, failed, isEmpty, exitCode } = report;
  if (endedEarly !== null) {
    return [
      { kind: 'ended early', part, reason: endedEarly },
      ...(failed > 0 ? [{ kind: 'not captured' as const, part, count: failed }] : []),
    ];
  }
  if (status === 'failed') {
    const what = diffId === null ? 'capture' : 'comparison';
    return [{ kind: 'failed', part, what, error: error ?? `The ${what} failed` }];
  }
  return [
    ...(failed > 0 ? [{ kind: 'not captured' as const, part, count: failed }] : []),
    ...(isEmpty ? [{ kind: 'empty' as const, part }] : []),
    ...(exitCode !== null && exitCode !== 0 ? [{ kind: 'crashed' as const, part, exitCode }] : []),
  ];
}

/** A shard that ended badly without a picture of this suite may have ended before it took one. */
function crashedElsewhere(run: readonly ShardReport[], suite: string | null): Problem[] {
  const own = new Set(run.filter((report) => report.suite === suite).map(({ part }) => part.shard.index));
  const newest = new Map<number, ShardReport>();
  for (const report of [...run].sort(byEnd)) {
    if (!own.has(report.part.shard.index)) newest.set(report.part.shard.index, report);
  }
  return [...newest.values()].flatMap((report) =>
    problemsOf({ ...report, failed: 0, isEmpty: false }).filter(({ kind }) => kind !== 'missing'),
  );
}

function missingOf(run: readonly ShardReport[], ends: RunEnds): Problem[] {
  const missing = findMissing(run, ends);
  return missing === null ? [] : [{ kind: 'missing', ...missing }];
}
