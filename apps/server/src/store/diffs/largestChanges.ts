import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { isOneOf, positionIn } from '../slots.js';

/** Of some slots of a diff those whose results changed most: the largest changes first, then what is new, then what was removed. */
export async function listLargestChanges(
  database: Database,
  diffId: string,
  slots: readonly Slot[],
  limit: number,
): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select name, viewport, browser from results
    where diff_id = ${diffId} and ${isOneOf('results', slots)}
    order by array_position(array['changed', 'new', 'removed'], status::text), diff_percentage desc nulls last,
      ${positionIn('results')}
    limit ${limit}`.execute(database);
  return rows;
}
