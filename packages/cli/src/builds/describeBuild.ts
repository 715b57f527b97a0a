import type { CheckRunList } from '@svc/schema';
import type { ReportedBuild } from '../output/Output.js';
import type { SuiteBuild } from './newestBuilds.js';

type CheckRun = CheckRunList['checkRuns'][number];

const checkOf = ({ status, conclusion, title, url }: CheckRun): NonNullable<ReportedBuild['check']> => ({
  status,
  conclusion,
  title,
  url,
});

/** @param checkRuns those of the build's commit */
export function describeBuild(
  { suite, captureId, commit, status, createdAt, diff }: SuiteBuild,
  checkRuns: readonly CheckRun[],
): ReportedBuild {
  const checkRun = checkRuns.find((one) => one.suite === suite && one.commit === commit);
  return {
    suite,
    commit,
    captureId,
    createdAt,
    captureStatus: status,
    diffId: diff?.id ?? null,
    diffStatus: diff?.status ?? null,
    conclusion: diff?.conclusion ?? null,
    counts: diff?.counts ?? null,
    accessibility: diff?.accessibility ?? null,
    awaiting: diff?.awaiting ?? 0,
    ignoredCount: diff?.ignoredCount ?? 0,
    reviewUrl: diff?.reviewUrl ?? null,
    check: checkRun ? checkOf(checkRun) : null,
  };
}
