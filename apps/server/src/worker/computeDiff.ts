import { completeDiff } from '../service/completeDiff.js';
import { planDiff } from '../service/planDiff.js';
import type { Resources } from '../service/Resources.js';
import { writeResults } from '../service/writeResults.js';

/** How often a diff is computed again because a baseline moved under it, before the job is tried later. */
const maximumRounds = 5;

/** Compares a head capture with its bases and writes a result for every slot. */
export async function computeDiff(resources: Resources, diffId: string, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < maximumRounds; round++) {
    const plan = await planDiff(resources, diffId);
    if (!plan) return;
    await writeResults(resources, plan, signal);
    if (await completeDiff(resources, diffId)) return;
  }
  throw new Error(`the baselines of diff ${diffId} kept moving while it was computed`);
}
