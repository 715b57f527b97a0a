import { findElements } from '@svc/layout-diff';
import type { IgnoredBox } from '@svc/schema';
import type { Selectable } from 'kysely';
import { canPromote } from '../../domain/baselines/planPromotions.js';
import { coversSlot } from '../../domain/noise/coversSlot.js';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import type { EarlierResult } from '../../store/diffs/results.js';
import { listStandingAreas } from '../../store/noise/ignoreAreas.js';
import type { IgnoreAreas } from '../../store/tables.js';
import type { HeadView } from '../baselines/HeadView.js';
import { readLayout } from '../images/readLayout.js';
import type { Resources } from '../Resources.js';
import { keepDecisions, recall } from './recallDecisions.js';

type Area = Selectable<IgnoreAreas>;
type Within = Pick<Resources, 'database' | 'blobs'>;

/** A diff whose slots are planned, and the branch that it is of. */
interface PlannedDiff {
  diff: Pick<DiffRow, 'projectId' | 'suiteId' | 'targetRefs'> & { branch: string | null; ephemeral: boolean };
  view: HeadView;
  /** What the diff says so far. */
  earlier: readonly EarlierResult[];
}

/**
 * Adds the boxes of ignore areas to the slots that they cover (R56). A change that is decided about is compared as before: an
 * area makes nothing else of a decision.
 */
export async function applyIgnoreAreas(
  within: Within,
  planned: PlannedDiff,
  slots: readonly PlannedSlot[],
): Promise<PlannedSlot[]> {
  const areas = await listStandingAreas(within.database, planned.diff.suiteId);
  const covering = new Map(
    areas.length === 0
      ? []
      : slots.flatMap((slot): [PlannedSlot, Area[]][] => {
          const found = slot.base && slot.head ? areas.filter((area) => coversSlot(area, slot)) : [];
          return found.length > 0 ? [[slot, found]] : [];
        }),
  );
  if (covering.size === 0) return [...slots];
  const decided = await findDecided(within.database, planned, [...covering.keys()]);
  const masked: PlannedSlot[] = [];
  for (const slot of slots) {
    const found = decided.has(slotKey(slot)) ? undefined : covering.get(slot);
    masked.push(
      found ? { ...slot, areas: await boxesOf(within, planned.diff.projectId, slot, found) } : slot,
    );
  }
  return masked;
}

/** The slots whose change would be born approved or rejected. */
async function findDecided(
  database: Database,
  { diff, view, earlier }: PlannedDiff,
  slots: readonly PlannedSlot[],
): Promise<ReadonlySet<string>> {
  const changes = slots
    .filter(({ verdict }) => verdict === 'compare')
    .map((slot) => ({
      ...slotOf(slot),
      basePixels: slot.base?.pixels ?? null,
      headPixels: slot.head?.pixels ?? null,
    }));
  const kept = await keepDecisions(database, earlier, changes);
  const births = await recall(database, view, changes, view.remembers && canPromote(diff));
  const recalled = [...births].flatMap(([key, { decision }]) => (decision ? [key] : []));
  return new Set([...kept.map(slotKey), ...recalled]);
}

async function boxesOf(
  within: Within,
  projectId: string,
  slot: PlannedSlot,
  areas: readonly Area[],
): Promise<IgnoredBox[]> {
  const boxes: IgnoredBox[] = [];
  const records = areas.some(({ element }) => element !== null) ? await readRecords() : [];
  for (const { id, label, x, y, width, height, element } of areas) {
    const area = { id, label };
    if (element !== null) {
      const found = records.flatMap((record) => findElements(record, element));
      boxes.push(...found.map((box) => ({ ...box, area })));
    } else if (x !== null && y !== null && width !== null && height !== null) {
      boxes.push({ x, y, width, height, area });
    }
  }
  return boxes;

  async function readRecords() {
    const hashes = new Set([slot.base?.hash, slot.head?.hash].filter((hash) => hash !== undefined));
    const read = [...hashes].map((imageHash) =>
      readLayout(within, projectId, { ...slotOf(slot), imageHash }),
    );
    return (await Promise.all(read)).filter((record) => record !== undefined);
  }
}
