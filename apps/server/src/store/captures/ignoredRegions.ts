import type { IgnoredRegion } from '@svc/schema';
import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { slotArrays, slotIn } from '../slots.js';

/** What comparisons ignore of images of captures, where that is anything. */
export async function listIgnoredRegions(
  database: Database,
  images: readonly (Slot & { captureId: string; hash: string })[],
): Promise<(Slot & { ignored: IgnoredRegion[] })[]> {
  if (images.length === 0) return [];
  const { rows } = await sql<Slot & { ignored: IgnoredRegion[] }>`
    select snapshots.name, snapshots.viewport, snapshots.browser, snapshots.ignored
    from unnest(
      ${slotArrays(images)}, ${images.map(({ captureId }) => captureId)}::text[], ${images.map(({ hash }) => hash)}::text[]
    ) image (name, viewport, browser, capture_id, hash)
    join snapshots on snapshots.capture_id = image.capture_id and ${slotIn('snapshots')} = ${slotIn('image')}
      and snapshots.hash = image.hash
    where snapshots.ignored is not null`.execute(database);
  return rows;
}
