/** An entry of one slot's log on one branch. Promotions and revocations are numbered by one sequence. */
export interface LogEntry {
  id: number;
  /** The number of its revocation. */
  revokedAt: number | null;
  diffId: string | null;
}

/**
 * Whether the active entry of a slot is another one than when a diff was computed, what the diff promoted itself aside
 * (R14).
 * @param mark the newest number in the sequence when the diff was computed
 */
export function hasMoved(log: readonly LogEntry[], mark: number, diffId: string): boolean {
  const others = log.filter((entry) => entry.diffId !== diffId);
  const then = others.filter(({ id, revokedAt }) => id <= mark && (revokedAt === null || revokedAt > mark));
  const now = others.filter(({ revokedAt }) => revokedAt === null);
  return newest(then) !== newest(now);
}

const newest = (entries: readonly LogEntry[]): number => Math.max(0, ...entries.map((entry) => entry.id));
