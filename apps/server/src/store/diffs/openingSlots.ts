import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { positionIn } from '../slots.js';

/** Results that a review opens with: the first one is shown, its neighbors are a key away. */
const mostFirst = 24;
/** Of one snapshot. */
const mostVariants = 200;

/**
 * The slots whose results a reviewer sees first: what waits for a decision before what is decided, both by status and in the order of
 * the diff; and all variants of one snapshot.
 * @param name of that snapshot; the first one's without
 */
export async function listOpeningSlots(
  database: Database,
  diffId: string,
  name: string | undefined,
): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    ${prepared} with first as (
      select name, viewport, browser, row_number() over () place
      from (
        select name, viewport, browser from results
        where diff_id = ${diffId} and status in ('changed', 'new', 'removed')
        order by approval_status <> 'pending', array_position(array['changed', 'new', 'removed'], status::text),
          ${positionIn('results')}
        limit ${mostFirst}
      ) ordered
    )
    select name, viewport, browser from first
    union
    (select name, viewport, browser from results
    where diff_id = ${diffId} and name = coalesce(${name ?? null}, (select name from first where place = 1))
    limit ${mostVariants})`.execute(database);
  return rows;
}
