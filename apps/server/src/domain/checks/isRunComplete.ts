/** What one part of a run of shards has reported: a capture, or a session that opened no suite. */
export interface ReportedShard {
  /** Null for a session that opened no suite. */
  suiteId: number | null;
  index: number;
  /** It declared that nothing is missing, and nothing went wrong. */
  isComplete: boolean;
  /** When it ended, in milliseconds since 1970. */
  ended: number;
}

/**
 * Whether a suite is complete over all shards of a run (R46): every other shard has reported, complete and without fault.
 * Of a shard its newest report counts; one of another suite counts where there is none of this suite.
 * @param total null where nobody knows
 */
export function isRunComplete(
  own: { suiteId: number; index: number },
  total: number | null,
  reported: readonly ReportedShard[],
): boolean {
  if (total === null) return false;
  const newest = new Map<number, ReportedShard>();
  const inOrder = [...reported].sort((one, other) => one.ended - other.ended);
  for (const isOwn of [false, true]) {
    for (const shard of inOrder)
      if ((shard.suiteId === own.suiteId) === isOwn) newest.set(shard.index, shard);
  }
  const others = Array.from({ length: total }, (_, position) => position + 1).filter(
    (index) => index !== own.index,
  );
  return others.every((index) => newest.get(index)?.isComplete);
}
