import type { Origin } from '@svc/schema';
import { type Selectable, sql } from 'kysely';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { preparedByKeys } from '../prepared.js';
import { isOneOf, slotIn } from '../slots.js';
import type { Snapshots } from '../tables.js';
import { countFlakes } from './flakes.js';

/** What a capture says of a slot; of a carried one, what the capture it came from says. */
export interface HeadSlot extends Pick<Selectable<Snapshots>, 'unstable' | 'incomplete' | 'renderer'> {
  /** The capture that its image came from, while there is one. */
  carriedFrom: Origin | null;
  /** Over all captures of the suite. */
  flakeCount: number;
  /** Of its story, or of the metadata that came with the image. */
  tags: readonly string[];
}

const unremarkable: HeadSlot = {
  unstable: false,
  incomplete: null,
  carriedFrom: null,
  renderer: null,
  tags: [],
  flakeCount: 0,
};

/** What Storybook gives to every story says nothing. */
const implied: ReadonlySet<unknown> = new Set(['dev', 'test', 'manifest']);
const mostTags = 20;
/** Metadata holds anything: what looks like tags is taken for them. */
const tagsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((tag) => typeof tag === 'string' && tag.length <= 100 && !implied.has(tag))
        .slice(0, mostTags)
    : [];

interface Carrier {
  carrier: string | null;
  carrierCommit: string | null;
  carrierBranch: string | null;
}
const originOf = ({ carrier, carrierCommit: commit, carrierBranch: branch }: Carrier): Origin | null =>
  carrier === null ? null : { captureId: carrier, commit, branch };

/**
 * Reads the snapshots that have something to say; whatever was uploaded as usual has not.
 * @param slots only these; all without
 */
export async function readHeadSlots(
  database: Database,
  { headCaptureId, suiteId }: { headCaptureId: string; suiteId: number },
  slots?: readonly Slot[],
): Promise<(slot: Slot) => HeadSlot> {
  const snapshots = sql<
    Slot & Omit<HeadSlot, 'flakeCount' | 'tags' | 'carriedFrom'> & Carrier & { tags: unknown }
  >`
    select ${preparedByKeys} own.name, own.viewport, own.browser, own.unstable,
      carrier.id carrier, carrier.commit carrier_commit, carrier.branch carrier_branch,
      coalesce(source.incomplete, own.incomplete) incomplete, coalesce(source.renderer, own.renderer) renderer,
      coalesce(own.metadata, source.metadata) -> 'tags' tags
    from snapshots own
    left join lateral (
      select incomplete, renderer, metadata from snapshots
      where capture_id = own.carried_from and ${slotIn('snapshots')} = ${slotIn('own')} offset 0
    ) source on true
    left join lateral (select id, commit, branch from captures where id = own.carried_from offset 0) carrier on true
    where own.capture_id = ${headCaptureId} ${slots ? sql`and ${isOneOf('own', slots)}` : sql``}
      and (own.unstable or own.carried_from is not null or own.incomplete is not null or own.renderer is not null
        or jsonb_exists(own.metadata, 'tags'))`;
  const [{ rows }, flakes] = await Promise.all([
    snapshots.execute(database),
    countFlakes(database, suiteId, slots),
  ]);
  const counts = new Map(flakes.map((row) => [slotKey(row), row.count]));
  const known = new Map<string, HeadSlot>();
  for (const [key, flakeCount] of counts) known.set(key, { ...unremarkable, flakeCount });
  for (const row of rows) {
    const { unstable, incomplete, renderer } = row;
    const key = slotKey(row);
    const flakeCount = counts.get(key) ?? 0;
    const carriedFrom = originOf(row);
    known.set(key, { unstable, incomplete, carriedFrom, renderer, tags: tagsOf(row.tags), flakeCount });
  }
  return (slot) => (known.size === 0 ? unremarkable : (known.get(slotKey(slot)) ?? unremarkable));
}
