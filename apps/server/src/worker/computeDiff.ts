import { compareAccessibility } from '../service/accessibility/compareAccessibility.js';
import { explainAgain, explainDiff, isExplicable } from '../service/causes/explainDiff.js';
import { updateCheckRuns } from '../service/checks/updateCheckRuns.js';
import { verifyDiff } from '../service/commits/verifyClaim.js';
import { compareMissing, type PreparedDiff, prepareDiff } from '../service/diffs/prepareDiff.js';
import { settleDiff } from '../service/diffs/settleDiff.js';
import type { Resources } from '../service/Resources.js';
import { findOutdatedBefore } from '../service/stale/findOutdatedBefore.js';

/** How often a diff is planned again because a baseline moved while images were compared, before the job is tried later. */
const maximumRounds = 10;

/** Compares a head capture with its bases and writes a result for every slot; diffs that it may rest on come first. */
export async function computeDiff(resources: Resources, diffId: string, signal: AbortSignal): Promise<void> {
  // When it is evaluated again: pages may have been recorded since.
  await explainAgain(resources, diffId, signal);
  const tried = new Set<string>();
  for (;;) {
    const first = await compute(resources, diffId, tried, signal);
    if (first === null) return;
    // Each once: whatever becomes of it, this one is computed.
    tried.add(first);
    try {
      await compute(resources, first, null, signal);
    } catch {
      // Its own job reports that.
      signal.throwIfAborted();
    }
  }
}

/**
 * @param tried diffs that are not waited for; null waits for none
 * @returns the diff that has to be compared again before; null when this one is settled
 */
async function compute(
  resources: Resources,
  diffId: string,
  tried: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<string | null> {
  await verifyDiff(resources, diffId);
  await compareAccessibility(resources, diffId, signal);
  for (let round = 0; round < maximumRounds; round++) {
    const { first, prepared } = await resources.database
      .transaction()
      .execute(async (transaction): Promise<{ first: string | null; prepared: PreparedDiff | null }> => {
        const within = { ...resources, database: transaction };
        const before = tried && (await findOutdatedBefore(within, diffId, tried));
        if (before !== null) return { first: before, prepared: null };
        const plan = await prepareDiff(within, diffId);
        // Why images differ is told before the diff ends, from its results.
        if (!plan || plan.missing.length > 0 || (await isExplicable(within, plan)))
          return { first: null, prepared: plan };
        await updateCheckRuns(transaction, await settleDiff(within, plan));
        return { first: null, prepared: null };
      });
    if (!prepared) return first;
    await compareMissing(resources, prepared, signal);
    await explainDiff(resources, prepared.diff, { signal });
  }
  throw new Error(`the baselines of diff ${diffId} kept moving while it was computed`);
}
