import { completeDiff } from '../service/completeDiff.js';
import { type DiffPlan, planDiff } from '../service/planDiff.js';
import type { Resources } from '../service/Resources.js';
import { resultOf } from '../service/resultOf.js';
import { insertResults } from '../store/diffs.js';

/** Results that are compared at once and written together. Two decoded pictures each bound the memory. */
const batchSize = 4;

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

/** What needs no decoding is written at once, the rest as it is compared. */
async function writeResults(
  resources: Resources,
  { diff, slots }: DiffPlan,
  signal: AbortSignal,
): Promise<void> {
  const numbered = slots.map((slot, position) => ({ slot, position }));
  const write = async (some: typeof numbered) =>
    insertResults(
      resources.database,
      await Promise.all(some.map(({ slot, position }) => resultOf(resources, diff, slot, position))),
    );
  await write(numbered.filter(({ slot }) => slot.verdict !== 'compare'));
  const toCompare = numbered.filter(({ slot }) => slot.verdict === 'compare');
  for (let start = 0; start < toCompare.length; start += batchSize) {
    signal.throwIfAborted();
    await write(toCompare.slice(start, start + batchSize));
  }
}
