import { type Build, isEmpty, isReviewable, isUndecided, type Result } from './records.js';
import { completedBuilds, lineOfBuild, type State, targetOf } from './State.js';

/** `inconclusive`: nothing is to be decided, but a command failed. */
export type Verdict = 'success' | 'failure' | 'inconclusive' | 'in progress';

/** The conclusion of one diff (R25). */
export function conclude(build: Build): 'success' | 'failure' | null {
  if (build.completedAt === 0) return null;
  if ([...build.results.values()].some(isUndecided) || isEmpty(build)) return 'failure';
  return build.exitCode === 0 ? 'success' : null;
}

/** What the check of a commit says: every group of builds by branch and target must pass (R45). Null without a build. */
export function judgeCommit(state: State, commit: string): Verdict | null {
  const groups = new Map<string, Build[]>();
  const builds = completedBuilds(state).filter((build) => build.commit === commit);
  for (const build of builds.toSorted((a, b) => a.completedAt - b.completedAt)) {
    const key = `${lineOfBuild(state, build)} → ${targetOf(state, build)}`;
    groups.set(key, [...(groups.get(key) ?? []), build]);
  }
  const verdicts = [...groups.values()].map(judgeGroup);
  return worst.find((verdict) => verdicts.includes(verdict)) ?? null;
}

/** What is known to be wrong is said at once; what is open may still come to it. */
const worst: readonly Verdict[] = ['failure', 'inconclusive', 'in progress', 'success'];

function judgeGroup(builds: readonly Build[]): Verdict {
  const evidence = new Map<string, Result>();
  const parts = new Map<string, Build>();
  for (const build of builds) {
    for (const [slot, result] of build.results) {
      if (result.status !== 'skipped' || !evidence.has(slot)) evidence.set(slot, result);
    }
    parts.set(build.part.name, build);
  }
  const judging = [...evidence.values()];
  if (judging.some((result) => isReviewable(result) && isUndecided(result))) return 'failure';
  const latest = [...parts.values()];
  if (latest.some(isEmpty)) return 'failure';
  if (latest.some((build) => build.exitCode !== 0)) return 'inconclusive';
  if (builds.some((build) => build.isOutdated)) return 'in progress';
  const total = Math.max(0, ...latest.map((build) => build.part.total ?? 0));
  const reported = latest.filter((build) => build.part.total === total);
  return total > 0 && reported.length < total ? 'in progress' : 'success';
}
