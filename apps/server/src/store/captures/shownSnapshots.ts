import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Page } from '../../domain/slotPage.js';
import type { Database } from '../database.js';
import { positionIn } from '../slots.js';
import { streamRows } from '../streamRows.js';
import type { Snapshots } from '../tables.js';

/** What a capture tells of a snapshot. */
export interface ShownSnapshot
  extends Slot,
    Pick<
      Selectable<Snapshots>,
      | 'position'
      | 'hash'
      | 'error'
      | 'path'
      | 'metadata'
      | 'unstable'
      | 'incomplete'
      | 'renderer'
      | 'carriedFrom'
      | 'ignored'
      | 'provenFrom'
      | 'timings'
      | 'attempt'
    > {
  /** Of its image; null without one. */
  width: number | null;
  height: number | null;
}

/** A page of the snapshots of a capture in their order, and one more. */
export async function listShownSnapshots(
  database: Database,
  captureId: string,
  page: Page,
): Promise<ShownSnapshot[]> {
  const { rows } = await selectShown(captureId, page).execute(database);
  return rows;
}

/** The snapshots of a capture in their order, in parts. */
export const streamShownSnapshots = (database: Database, captureId: string): AsyncIterable<ShownSnapshot[]> =>
  streamRows(database, selectShown(captureId));

const columns = sql`snapshots.position, snapshots.name, snapshots.viewport, snapshots.browser, snapshots.hash, snapshots.error,
  snapshots.path, snapshots.metadata, snapshots.unstable, snapshots.incomplete, snapshots.renderer, snapshots.carried_from,
  snapshots.ignored, snapshots.proven_from, snapshots.timings, snapshots.attempt`;

/** Images are looked up by their keys (`offset 0`), whatever the planner knows of the tables. */
function selectShown(captureId: string, page?: Page): RawBuilder<ShownSnapshot> {
  const isLater = page?.after ? sql`(${positionIn('snapshots')}) > (${sql.join(page.after)})` : sql`true`;
  // To find a page, all rows are sorted: those that are not taken apart, in a third of the time.
  return sql<ShownSnapshot>`
    select ${page ? sql`snapshots.*` : columns}, image.width, image.height
    from (
      select * from snapshots where capture_id = ${captureId} and ${isLater}
      order by ${positionIn('snapshots')} ${page ? sql`limit ${page.limit + 1}` : sql``}
    ) snapshots
    left join lateral (
      select width, height from images
      where project_id = snapshots.project_id and hash = snapshots.hash offset 0
    ) image on true
    order by ${positionIn('snapshots')}`;
}
