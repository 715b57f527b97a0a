import type { RunEnds } from './findMissing.js';
import { groupBy } from './groupBy.js';
import { judgeSuite, type Verdict } from './judgeSuite.js';
import { keyOfPart } from './Part.js';
import type { Report } from './Report.js';

/** What a commit comes to. Every verdict has to pass. */
export interface CommitVerdict {
  /** By suite, in the order of their names; of each suite one for every branch and target. */
  suites: ReadonlyMap<string, readonly Verdict[]>;
  /** Of sessions that opened no suite. */
  others: readonly Verdict[];
  /** Runs that were said to be finished though no part of them reported. */
  unknownRuns: readonly string[];
}

/** Judges all that captures and sessions have to say of a commit (R45). */
export function judgeCommit(reports: readonly Report[], ends: RunEnds): CommitVerdict {
  const suites = new Map<string, Verdict[]>();
  const others: Verdict[] = [];
  for (const group of groupBy(reports, ({ branch, target }) => JSON.stringify([branch, target])).values()) {
    const counting = group.filter((report) => report.suite !== null || !isDoneAgain(report, group));
    for (const [suite, own] of groupBy(counting, (report) => report.suite)) {
      const verdict = judgeSuite(own, group, ends);
      if (suite === null) others.push(verdict);
      else suites.set(suite, [...(suites.get(suite) ?? []), verdict]);
    }
  }
  const known = new Set(reports.map(({ branch, part }) => JSON.stringify([branch, part?.runKey])));
  return {
    suites: new Map([...suites].sort(([one], [other]) => (one < other ? -1 : 1))),
    others,
    unknownRuns: ends.finished.flatMap(({ branch, runKey }) =>
      known.has(JSON.stringify([branch, runKey])) ? [] : [runKey],
    ),
  };
}

/** A session without suites stops counting once a later session of the same part has opened some. */
const isDoneAgain = ({ part, ended }: Report, reports: readonly Report[]): boolean =>
  part !== null &&
  reports.some(
    (later) =>
      later.isSession &&
      later.suite !== null &&
      later.part !== null &&
      later.ended >= ended &&
      keyOfPart(later.part) === keyOfPart(part),
  );
