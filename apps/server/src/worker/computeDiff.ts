import { updateCheckRuns } from '../service/checks/updateCheckRuns.js';
import { verifyDiff } from '../service/commits/verifyClaim.js';
import { compareMissing, prepareDiff } from '../service/diffs/prepareDiff.js';
import { settleDiff } from '../service/diffs/settleDiff.js';
import type { Resources } from '../service/Resources.js';

/** How often a diff is planned again because a baseline moved while images were compared, before the job is tried later. */
const maximumRounds = 10;

/** Compares a head capture with its bases and writes a result for every slot. */
export async function computeDiff(resources: Resources, diffId: string, signal: AbortSignal): Promise<void> {
  await verifyDiff(resources, diffId);
  for (let round = 0; round < maximumRounds; round++) {
    const prepared = await resources.database.transaction().execute(async (transaction) => {
      const within = { ...resources, database: transaction };
      const plan = await prepareDiff(within, diffId);
      if (plan?.missing.length === 0) await updateCheckRuns(transaction, await settleDiff(within, plan));
      return plan;
    });
    if (!prepared || prepared.missing.length === 0) return;
    await compareMissing(resources, prepared, signal);
  }
  throw new Error(`the baselines of diff ${diffId} kept moving while it was computed`);
}
