import {
  type BranchBaseline,
  baselineSource,
  resolveBaseline,
} from '../../domain/baselines/resolveBaseline.js';
import type { Base } from '../../domain/results/planSlots.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { type BaselineLog, type EntryRow, listActiveEntries } from '../../store/baselines/baselines.js';
import { listSnapshots } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';

/** Which baselines a head sees. */
export interface BaseLookUp {
  suiteId: number;
  namespace: string;
  branch: string | null;
  baselineRef: string | null;
  /** Of the project. */
  defaultBranch: string;
  /** Commits reachable from the head. */
  history: readonly string[];
  /** Leave out what this diff promoted. */
  exceptDiff?: string;
  /** Only this slot. */
  slot?: Slot;
}

/** Every image of a capture as a base. */
export async function findBasesInCapture(database: Database, captureId: string): Promise<Base[]> {
  const snapshots = await listSnapshots(database, captureId);
  return snapshots.flatMap((snapshot) => {
    const { hash, pixelHash: pixels } = snapshot;
    const source = baselineSource.capture(captureId);
    return hash === null ? [] : { ...slotOf(snapshot), image: { hash, pixels }, source, captureId };
  });
}

/**
 * The base of every slot that the head branch, the baseline ref or the default branch has (R7, R8).
 * @param heads the head images that are known
 */
export async function findBases(
  database: Database,
  lookUp: BaseLookUp,
  heads: readonly (Slot & { pixels: string | null })[],
): Promise<Base[]> {
  const chains = new Map<string, Slot & { entries: BranchBaseline[] }>();
  const logs = logsToSearch(lookUp);
  const active = await listActiveEntries(database, lookUp.suiteId, logs, lookUp);
  const seen = new Map((await listSeenEntries(database, logs, lookUp)).map((entry) => [keyIn(entry), entry]));
  for (const entry of active) {
    const log = logs[entry.log];
    if (!log) throw new Error('an entry is of a log that was not asked for');
    const key = slotKey(entry);
    const chain = chains.get(key) ?? { ...slotOf(entry), entries: [] };
    const known = log.isHead ? undefined : seen.get(keyIn(entry));
    chain.entries.push({
      branch: log.branch,
      active: toEntry(entry),
      seen: known && toEntry(known),
      isHead: log.isHead,
    });
    chains.set(key, chain);
  }
  const headPixels = new Map(heads.map((head) => [slotKey(head), head.pixels]));
  return [...chains].map(([key, { entries, ...slot }]) => {
    const { entry, branch } = resolveBaseline(entries, headPixels.get(key) ?? null);
    const image = entry?.hash ? { hash: entry.hash, pixels: entry.pixels } : null;
    return {
      ...slot,
      image,
      source: image && branch !== null ? baselineSource.branch(branch) : null,
      captureId: entry?.captureId ?? null,
    };
  });
}

const toEntry = ({ id, hash, pixels, captureId }: EntryRow) => ({ id, hash, pixels, captureId });

const keyIn = (entry: Slot & { log: number }) => `${entry.log} ${slotKey(entry)}`;

const listSeenEntries = async (database: Database, logs: readonly BaselineLog[], lookUp: BaseLookUp) =>
  lookUp.history.length === 0
    ? []
    : listActiveEntries(database, lookUp.suiteId, logs, { ...lookUp, commits: lookUp.history });

/** The logs in the order of R7; a local run looks into its private ones first (R19). */
function logsToSearch({
  namespace,
  branch,
  baselineRef,
  defaultBranch,
}: BaseLookUp): (BaselineLog & { isHead: boolean })[] {
  const branches = [...new Set([branch, baselineRef, defaultBranch].flatMap((one) => one ?? []))];
  const namespaces = [...new Set([namespace, ''])];
  return namespaces.flatMap((space) =>
    branches.map((one) => ({ namespace: space, branch: one, isHead: one === branch })),
  );
}
