import type { Entry, Look } from '../../domain/baselines/Entry.js';
import { baselineSource, type ResolvedBase, resolveBase } from '../../domain/baselines/resolveBase.js';
import { chosenLook, findChoice } from '../../domain/decisions/findChoice.js';
import type { Base } from '../../domain/results/planSlots.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { listComparedSnapshots } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { LookPair } from '../../store/decisions/choices.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import { findLines, type SlotLines } from './findLines.js';
import type { HeadView } from './HeadView.js';
import { readMemory } from './readMemory.js';

/** Every image of a capture as a base. */
export async function findBasesInCapture(database: Database, captureId: string): Promise<Base[]> {
  const snapshots = await listComparedSnapshots(database, captureId);
  return snapshots.flatMap(({ hash, pixelHash: pixels, ...snapshot }) =>
    hash === null
      ? []
      : {
          ...slotOf(snapshot),
          image: { hash, pixels },
          source: baselineSource.capture(captureId),
          captureId,
          reason: 'base-capture',
          entry: null,
          newer: null,
        },
  );
}

/** A slot with what it is compared with. */
export interface ResolvedSlot extends ResolvedBase {
  lines: SlotLines;
}

/**
 * What every slot is compared with that any of the branches has (R7).
 * @param heads the head images that are known
 * @param slots only these
 */
export async function resolveBases(
  database: Database,
  view: HeadView,
  heads: readonly (Slot & { pixels: Look })[],
  slots?: readonly Slot[],
): Promise<ResolvedSlot[]> {
  const lines = [...(await findLines(database, view, slots)).values()];
  const headLooks = new Map(heads.map((head) => [slotKey(head), head.pixels]));
  const resolve = (one: SlotLines, isTakenBack: (own: Look, target: Look) => boolean): ResolvedSlot => ({
    ...resolveBase(one, { ...view, head: headLooks.get(slotKey(one.slot)), isTakenBack }),
    lines: one,
  });
  // Few slots have an entry of their own beside one of the target, so what was chosen between them is read for those alone.
  const asked: LookPair[] = [];
  const resolved = await mapInTurns(lines, (one) =>
    resolve(one, (own, target) => {
      asked.push({ ...one.slot, looks: [own, target] });
      return false;
    }),
  );
  if (!view.remembers || asked.length === 0) return resolved;
  const memoryOf = await readMemory(database, view, asked);
  const again = new Set(asked.map(slotKey));
  return mapInTurns(resolved, (one) => {
    if (!again.has(slotKey(one.lines.slot))) return one;
    const { decisions, accepted } = memoryOf(one.lines.slot);
    return resolve(one.lines, (own, target) => {
      const between = { from: target, wanted: own, isLocal: true };
      const choice = findChoice(view, between, decisions, accepted);
      return choice !== null && chosenLook(choice) === target;
    });
  });
}

/** As {@link resolveBases}, as what images are compared with. */
export async function findBases(
  database: Database,
  view: HeadView,
  heads: readonly (Slot & { pixels: Look })[],
  slots?: readonly Slot[],
): Promise<Base[]> {
  const resolved = await resolveBases(database, view, heads, slots);
  return mapInTurns(resolved, ({ lines, entry, reason, newer }) => ({
    ...lines.slot,
    image: imageOf(entry),
    source: entry?.hash ? baselineSource.branch(entry.branch) : null,
    captureId: entry?.captureId ?? null,
    reason,
    entry,
    newer,
  }));
}

const imageOf = (entry: Entry | null) => (entry?.hash ? { hash: entry.hash, pixels: entry.look } : null);
