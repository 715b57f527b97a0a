import { sql } from 'kysely';
import type { Database } from '../database.js';

interface Amount {
  count: number;
  bytes: number;
}

/** Images that a project keeps: those of snapshots, and the masks and thumbnails of comparisons. */
export async function sumImages(database: Database, projectId: string): Promise<Amount> {
  const { rows } = await sql<Amount>`
    select coalesce(sum(count), 0)::bigint count, coalesce(sum(amount), 0)::bigint bytes from usage_amounts
    where project_id = ${projectId} and month is null`.execute(database);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Uploaded sites of a project, unpacked. */
export async function sumSites(database: Database, projectId: string): Promise<Amount & { files: number }> {
  const { rows } = await sql<Amount & { files: number }>`
    select count(*) count, coalesce(sum(total_bytes), 0)::bigint bytes, coalesce(sum(file_count), 0)::bigint files
    from sites where project_id = ${projectId}`.execute(database);
  return rows[0] ?? { count: 0, bytes: 0, files: 0 };
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
    with span as (
      select date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months - 1}) first,
        date_trunc('month', now() at time zone 'utc') last
    ), counted as (
      select month::timestamp, count, amount from usage_amounts, span
      where project_id = ${projectId} and month >= first
      union all
      select date_trunc('month', created_at at time zone 'utc'), 1, completed_snapshots from captures, span
      where project_id = ${projectId} and status in ('pending', 'capturing', 'processing')
        and created_at >= first at time zone 'utc'
    ), made as (
      select month, sum(count)::bigint captures, sum(amount)::bigint snapshots from counted group by 1
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(captures, 0) captures, coalesce(snapshots, 0) snapshots
    from span cross join generate_series(first, last, interval '1 month') listed (month)
    left join made using (month)
    order by listed.month desc`.execute(database);
  return rows;
}
