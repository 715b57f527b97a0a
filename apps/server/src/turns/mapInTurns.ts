import { createBreather } from './createBreather.js';

/** Entries that are mapped in one go. */
const pieceLength = 250;

/** As `Array.map`, in turns with other work where there are many entries. */
export async function mapInTurns<Entry, Mapped>(
  entries: readonly Entry[],
  map: (entry: Entry, index: number) => Mapped,
): Promise<Mapped[]> {
  const breathe = createBreather();
  const mapped: Mapped[] = [];
  for (let start = 0; start < entries.length; start += pieceLength) {
    const end = Math.min(start + pieceLength, entries.length);
    for (let index = start; index < end; index++) mapped.push(map(entries[index] as Entry, index));
    await breathe();
  }
  return mapped;
}
