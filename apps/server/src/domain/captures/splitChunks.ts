/** Targets of a capture from one position up to, and without, another. */
export interface Chunk {
  from: number;
  to: number;
}

/** Few enough that projects take turns every few seconds, and many enough that chunks cost nothing. */
export const targetsPerChunk = 50;

/** Divides targets into chunks that are about equally large. @param positions of the targets, ascending */
export function splitChunks(positions: readonly number[]): Chunk[] {
  const count = Math.ceil(positions.length / targetsPerChunk);
  const startOf = (chunk: number) => Math.round((chunk * positions.length) / count);
  return Array.from({ length: count }, (_, chunk) => {
    const [first, last] = [positions[startOf(chunk)], positions[startOf(chunk + 1) - 1]];
    if (first === undefined || last === undefined) throw new Error(`chunk ${chunk} of ${count} is empty`);
    return { from: first, to: last + 1 };
  });
}
