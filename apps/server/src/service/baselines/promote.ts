import { coversOf } from '../../domain/baselines/coversOf.js';
import type { Look } from '../../domain/baselines/Entry.js';
import { seenOfTarget } from '../../domain/baselines/resolveBase.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { insertEntries } from '../../store/baselines/baselines.js';
import { type LoggedEntry, listUncovered, setCovers, setPlaces } from '../../store/baselines/lines.js';
import type { Database } from '../../store/database.js';
import { findLines, isPart, logsOf, type SlotLines } from './findLines.js';
import { type HeadView, viewAs } from './HeadView.js';

/** An image that becomes a baseline, or a tombstone where the head has none. */
export interface Promotion extends Slot {
  headHash: string | null;
  headPixels: Look;
  actor: string;
  /** Null without one (R10). */
  decisionId: number | null;
}

/** What promotes. */
export interface Promoter {
  captureId: string;
  commit: string | null;
  diffId: string | null;
}

/**
 * Adds to the logs of some branches. An entry keeps what the branch's target had for the head (R5). The caller holds the
 * baselines' write lock.
 * @param knownLines what {@link findLines} says of the view now
 */
export async function promote(
  transaction: Database,
  view: HeadView,
  branches: readonly string[],
  promoter: Promoter,
  promotions: readonly Promotion[],
  knownLines?: ReadonlyMap<string, SlotLines>,
): Promise<void> {
  if (promotions.length === 0) return;
  const { projectId, suiteId, namespace } = view;
  const slots = promotions.map(slotOf);
  const places = promoter.commit === null ? [] : [promoter.commit];
  for (const [index, branch] of branches.entries()) {
    const as = branch === view.branch ? view : viewAs(view, branch);
    // What was read before holds until the first promotion.
    const known = as === view && index === 0 ? knownLines : undefined;
    const lines = as.target === null ? null : (known ?? (await findLines(transaction, as, slots)));
    const rootOf = (slot: Slot): number | null => {
      const found = lines?.get(slotKey(slot));
      return (found && seenOfTarget(found, view.sight, view.isBefore)?.id) ?? null;
    };
    const logs = logsOf(view, branch).logs.filter((log) => log.namespace === namespace);
    const uncovered = await listUncovered(transaction, suiteId, logs, slots);
    const ofLine = uncovered.filter((entry) => {
      const log = logs[entry.log];
      return log !== undefined && isPart(entry, log);
    });
    const standing = await stepBack(transaction, view, promoter.commit, ofLine);
    const added = await insertEntries(transaction, {
      ...{ projectId, suiteId, namespace, branch, ...promoter, places },
      entries: promotions.map(({ headHash, headPixels, actor, decisionId, ...slot }) => ({
        ...slotOf(slot),
        hash: headHash,
        pixels: headPixels,
        rootId: rootOf(slot),
        decisionId,
        actor,
      })),
    });
    await setCovers(
      transaction,
      coversOf(
        added.map((entry) => ({ ...entry, places })),
        standing,
        { isBefore: view.isBefore, isKnown: (commit) => view.graph.knows(commit) },
      ),
    );
  }
}

/**
 * Takes back that older entries stand behind a commit at which another one is promoted now: the builds there did not know of
 * it, and are compared again (R22).
 * @returns the entries as they stand now
 */
async function stepBack(
  transaction: Database,
  { isBefore }: HeadView,
  commit: string | null,
  standing: readonly LoggedEntry[],
): Promise<LoggedEntry[]> {
  if (commit === null) return [...standing];
  const after = standing.map((entry) => ({
    ...entry,
    places: entry.places.filter((place) => place === entry.commit || !isBefore(commit, place)),
  }));
  const changed = after.filter((entry, at) => entry.places.length < (standing[at]?.places.length ?? 0));
  await setPlaces(
    transaction,
    changed.map(({ id, places }) => ({ ids: [id], places })),
  );
  return after;
}
