import { sql } from 'kysely';
import type { Database } from '../database.js';

interface Amount {
  count: number;
  bytes: number;
}

/** Images that a project keeps: those of snapshots, and the masks and thumbnails of comparisons. */
export async function sumImages(database: Database, projectId: string): Promise<Amount> {
  const { rows } = await sql<Amount>`
    select count(*) count, coalesce(sum(bytes), 0)::bigint bytes from images
    where project_id = ${projectId} and removed_at is null`.execute(database);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Uploaded sites of a project, unpacked. */
export async function sumSites(database: Database, projectId: string): Promise<Amount> {
  const { rows } = await sql<Amount>`
    select count(*) count, coalesce(sum(total_bytes), 0)::bigint bytes from sites where project_id = ${projectId}`.execute(
    database,
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

/**
 * Captures of a project that began in each of the newest months (UTC), and the snapshots they took; newest first.
 * @param months how many, the current one included
 */
export async function countByMonth(
  database: Database,
  projectId: string,
  months: number,
): Promise<{ month: string; captures: number; snapshots: number }[]> {
  const { rows } = await sql<{ month: string; captures: number; snapshots: number }>`
    select to_char(month, 'YYYY-MM') as month, count(captures.id) captures,
      coalesce(sum(captures.completed_snapshots), 0)::bigint snapshots
    from generate_series(
      date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months - 1}),
      date_trunc('month', now() at time zone 'utc'), interval '1 month') month
    left join captures on captures.project_id = ${projectId}
      and captures.created_at >= month at time zone 'utc'
      and captures.created_at < (month + interval '1 month') at time zone 'utc'
    group by month order by month desc`.execute(database);
  return rows;
}
