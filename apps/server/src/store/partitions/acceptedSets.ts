import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { Looked } from './neededRows.js';
import type { RemovedRange } from './RemovedRange.js';

/** Up to where results and snapshots were removed, as ids go on behind their prefixes; null for nowhere. */
export const removedBefore = sql<string | null>`(select max(before) from removed_rows)`;

/**
 * Keeps what diffs accepted for each slot, of those before some moment that have ended and of which that is not kept as it is
 * now, in sets that equal ones share. What changes a result has its diff forget its set.
 * @returns how many diffs there were, at most `limit`
 */
export async function keepAcceptedSets(
  transaction: Database,
  range: RemovedRange,
  limit: number,
  looked: Looked = 'all',
): Promise<number> {
  const isLooked =
    looked === 'all'
      ? sql`true`
      : sql`id in (select id from removal_changes where taken and source in ('results', 'diffs'))`;
  // Who changes a result holds its diff before.
  const { rows } = await sql<{ id: string }>`
    select id from diffs
    where id >= 'dif_' || ${range.from} and id < 'dif_' || ${range.until} and status = 'completed' and accepted_set is null
      and ${isLooked}
    order by id limit ${limit} for no key update`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  await sql`
    with sets as (
      select asked.id,
        coalesce(array_agg(base_entry_id order by base_entry_id)
          filter (where base_entry_id is not null and status = 'unchanged'), '{}') observed,
        coalesce(array_agg(base_entry_id order by base_entry_id)
          filter (where base_entry_id is not null and (status = 'skipped' or approval_status <> 'approved')), '{}') undecided,
        coalesce(array_agg(decision_id order by decision_id, base_entry_id)
          filter (where decision_id is not null and status in ('changed', 'new', 'removed') and approval_status = 'approved'),
          '{}') decisions,
        coalesce(array_agg(base_entry_id order by decision_id, base_entry_id)
          filter (where decision_id is not null and status in ('changed', 'new', 'removed') and approval_status = 'approved'),
          '{}') bases
      from unnest(${ids}::text[]) asked (id) left join results on results.diff_id = asked.id
      group by asked.id
    ), hashed as (
      select *, sha256(convert_to(concat_ws(' ', observed, undecided, decisions, bases), 'UTF8'))::hash256 hash from sets
    ), added as (
      insert into accepted_sets (hash, observed, undecided, decisions, bases)
      select distinct on (hash) hash, observed, undecided, decisions, bases from hashed order by hash
      on conflict do nothing
    )
    update diffs set accepted_set = hashed.hash from hashed where diffs.id = hashed.id`.execute(transaction);
  return ids.length;
}
