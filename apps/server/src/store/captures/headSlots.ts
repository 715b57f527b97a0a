import { type Selectable, sql } from 'kysely';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { slotIn } from '../slots.js';
import type { Snapshots } from '../tables.js';
import { countFlakes } from './flakes.js';

/** What a capture says of a slot; of a carried one, what the capture it came from says. */
export interface HeadSlot
  extends Pick<Selectable<Snapshots>, 'unstable' | 'incomplete' | 'carriedFrom' | 'renderer'> {
  /** Over all captures of the suite. */
  flakeCount: number;
}

const unremarkable = { unstable: false, incomplete: null, carriedFrom: null, renderer: null };

/** Reads the snapshots that have something to say; whatever was uploaded as usual has not. */
export async function readHeadSlots(
  database: Database,
  { headCaptureId, suiteId }: { headCaptureId: string; suiteId: number },
): Promise<(slot: Slot) => HeadSlot> {
  const snapshots = sql<Slot & Omit<HeadSlot, 'flakeCount'>>`
    select own.name, own.viewport, own.browser, own.unstable, own.carried_from,
      coalesce(source.incomplete, own.incomplete) incomplete, coalesce(source.renderer, own.renderer) renderer
    from snapshots own
    left join lateral (
      select incomplete, renderer from snapshots
      where capture_id = own.carried_from and ${slotIn('snapshots')} = ${slotIn('own')} offset 0
    ) source on true
    where own.capture_id = ${headCaptureId}
      and (own.unstable or own.carried_from is not null or own.incomplete is not null or own.renderer is not null)`;
  const [{ rows }, flakes] = await Promise.all([snapshots.execute(database), countFlakes(database, suiteId)]);
  const known = new Map(
    rows.map(({ unstable, incomplete, carriedFrom, renderer, ...slot }) => [
      slotKey(slot),
      { unstable, incomplete, carriedFrom, renderer },
    ]),
  );
  const counts = new Map(flakes.map((row) => [slotKey(row), row.count]));
  return (slot) => {
    const key = slotKey(slot);
    return { ...(known.get(key) ?? unremarkable), flakeCount: counts.get(key) ?? 0 };
  };
}
