import { type Slot, slotKey } from '../slot.js';

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

/** An entry of any of a suite's logs. */
export interface BranchLogEntry extends LogEntry, Slot {
  branch: string;
}

/** The slots whose active entry has moved on one of the branches since a diff was computed (R14). */
export function listMoved(entries: readonly BranchLogEntry[], mark: number, diffId: string): Set<string> {
  const logs = new Map<string, BranchLogEntry[]>();
  for (const entry of entries) {
    const key = `${entry.branch}\u0000${slotKey(entry)}`;
    const log = logs.get(key);
    if (log) log.push(entry);
    else logs.set(key, [entry]);
  }
  const moved = [...logs.values()].filter((log) => hasMoved(log, mark, diffId));
  return new Set(moved.flat().map(slotKey));
}
