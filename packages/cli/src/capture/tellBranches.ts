import type { Diff, SvcClient } from '@svc/sdk';
import type { Progress } from '../output/Progress.js';

/**
 * Names the branches that have baselines if the diff found none at all: the default branch of the project may have another
 * name than that of the repository.
 */
export async function tellBranches(
  client: Pick<SvcClient, 'getBaselineRefs'>,
  { suite, results }: Pick<Diff, 'suite' | 'results'>,
  branch: string | undefined,
  progress: Pick<Progress, 'tell'>,
): Promise<void> {
  if (results.length === 0 || results.some(({ status }) => status !== 'new')) return;
  // The verdict is there already: a hint must not take it away.
  const branches = await client.getBaselineRefs(suite).catch((): string[] => []);
  if (branches.length === 0 || (branch !== undefined && branches.includes(branch))) return;
  const named = branches.slice(0, 3).join(', ');
  progress.tell(
    `No baselines to compare with: suite "${suite}" has baselines on ${named}. If one of these is the branch to compare with, make it the default branch in the settings of the project, or name it in SVC_BASELINE_REF`,
  );
}
