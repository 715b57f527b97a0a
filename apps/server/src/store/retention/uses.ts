import { sql } from 'kysely';
import type { Database } from '../database.js';
import { readByIds } from '../readByIds.js';

/** Captures and diffs of which one transaction notes the images: a build has up to tens of thousands. */
const usesAtOnce = 20;

/**
 * For how long a note is not made again: every build needs most images of the one before. What is noted may be so much older
 * than what it stands for.
 */
export const noteInterval = sql.raw("interval '1 day'");

/** The ids of projects in which captures or diffs have ended that nobody has noted yet. */
export async function listProjectsWithUses(database: Database): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where exists (select from ended_uses where project_id = projects.id) order by id`.execute(
    database,
  );
  return rows;
}

/**
 * Notes with the images of some captures and diffs that have ended when those needed them, oldest first.
 * @returns whether there may be more
 */
export async function noteUses(transaction: Database, projectId: string): Promise<boolean> {
  await readByIds(transaction);
  // Others that note wait here, since they begin with the same row; so they lock images after these, not in another order.
  const { rows } = await sql<{ captureId: string | null; diffId: string | null }>`
    delete from ended_uses where project_id = ${projectId} and id = any(array(
      select id from ended_uses where project_id = ${projectId} order by id limit ${usesAtOnce} for update))
    returning capture_id, diff_id`.execute(transaction);
  const captureIds = rows.flatMap(({ captureId }) => captureId ?? []);
  const diffIds = rows.flatMap(({ diffId }) => diffId ?? []);
  await sql`
    with ended_diffs as (
      select id, head_capture_id, base_capture_id, completed_at from diffs
      where id = any(${diffIds}::text[]) and completed_at is not null
    ), used_captures (id, used_at) as (
      select id, greatest(created_at, completed_at) from captures where id = any(${captureIds}::text[])
      union all select head_capture_id, completed_at from ended_diffs
      union all select base_capture_id, completed_at from ended_diffs where base_capture_id is not null
    ), used (hash, used_at) as (
      ${imagesOf({ captures: 'used_captures', diffs: '(select id, completed_at used_at from ended_diffs)' })}
    ), newest as (
      select hash, max(used_at) used_at from used where hash is not null group by hash
    )
    update images set needed_at = newest.used_at from newest
    where images.project_id = ${projectId} and images.hash = newest.hash and images.removed_at is null
      and (images.needed_at is null or images.needed_at < newest.used_at - ${noteInterval})`.execute(
    transaction,
  );
  return rows.length === usesAtOnce;
}

/** The images of captures and diffs, of tables (id, used_at), and what was made of them. */
export const imagesOf = (uses: { captures: string; diffs: string }) => sql`
  select snapshots.hash, used.used_at
    from ${sql.raw(uses.captures)} used join snapshots on snapshots.capture_id = used.id
  union all select earlier.hash, used.used_at
    from ${sql.raw(uses.captures)} used join snapshot_attempts earlier on earlier.capture_id = used.id
  union all select doubts.other_hash, used.used_at
    from ${sql.raw(uses.captures)} used join doubts on doubts.capture_id = used.id
  union all select side.hash, used.used_at
    from ${sql.raw(uses.diffs)} used join results on results.diff_id = used.id
    left join comparisons on comparisons.id = results.comparison_id
    cross join lateral (values (results.head_hash), (results.base_hash), (results.mask_hash),
      (comparisons.mask_hash), (comparisons.aligned_mask_hash), (comparisons.thumbnail_hash)) side (hash)`;
