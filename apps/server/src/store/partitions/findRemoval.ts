import { sql } from 'kysely';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';

/** When the results of a diff were removed, but for those that later builds need; null where they were not. */
export async function findRemovalOfResults(database: Database, diffId: string): Promise<Date | null> {
  const { rows } = await sql<{ removedAt: Date }>`
    select ${prepared} removed_at from removed_rows where 'dif_' || before > ${diffId} order by before limit 1`.execute(
    database,
  );
  return rows[0]?.removedAt ?? null;
}

/** When snapshots of a capture were removed; null where all are there. */
export async function findRemovalOfSnapshots(database: Database, captureId: string): Promise<Date | null> {
  // They are counted only where some may have been removed: what names a column of a row is asked for each row.
  const { rows } = await sql<{ removedAt: Date }>`
    select ${prepared} removed_at from removed_rows where 'cap_' || before > ${captureId}
      and (select count(*) from snapshots where capture_id = ${captureId} and before is not null)
        < (select total_snapshots from captures where id = ${captureId})
    order by before limit 1`.execute(database);
  return rows[0]?.removedAt ?? null;
}

/** Those of some diffs whose results are there. */
export async function withoutRemoved(database: Database, diffIds: readonly string[]): Promise<string[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${diffIds}::text[]) with ordinality asked (id, place)
    where not exists (select from removed_rows where 'dif_' || before > id) order by place`.execute(database);
  return rows.map(({ id }) => id);
}
