import { chunksOf } from '../chunksOf.js';
import { forEachConcurrently } from '../forEachConcurrently.js';

/** The service takes no more at once. */
const hashesPerRequest = 1_000;

/** Which of the hashes a service knows, asked for in batches, a few at a time. */
export async function findKnown(
  hashes: readonly string[],
  concurrency: number,
  ask: (batch: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const batches = chunksOf([...new Set(hashes)], hashesPerRequest);
  const known: string[][] = [];
  await forEachConcurrently(batches, concurrency, async (batch, index) => {
    known[index] = await ask(batch);
  });
  return known.flat();
}
