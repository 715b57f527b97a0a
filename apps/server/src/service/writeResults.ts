import { insertResults } from '../store/diffs.js';
import type { DiffPlan } from './planDiff.js';
import type { Resources } from './Resources.js';
import { resultOf } from './resultOf.js';

/** Results that are compared at once and written together. Two decoded pictures each bound the memory. */
const batchSize = 4;

/** Writes a result for every slot of a diff: what needs no decoding at once, the rest as it is compared. */
export async function writeResults(
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
