/** The entries in batches of a size, in their order; the last may be smaller. */
export function* batchesOf<Entry>(entries: readonly Entry[], size: number): Generator<Entry[]> {
  for (let start = 0; start < entries.length; start += size) yield entries.slice(start, start + size);
}
