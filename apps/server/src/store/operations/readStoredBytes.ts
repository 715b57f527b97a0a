import { sql } from 'kysely';
import type { Database } from '../database.js';

/** What the images and builds of a project take. */
export interface StoredBytes {
  /** As `org/project`; `other` for all that are not among the largest. */
  project: string;
  images: number;
  builds: number;
}

/** @param limit projects that are named, the largest ones */
export async function readStoredBytes(database: Database, limit: number): Promise<StoredBytes[]> {
  const { rows } = await sql<StoredBytes>`
    with stored as (
      select projects.id, org || '/' || name project,
        (select coalesce(sum(amount), 0) from usage_amounts where project_id = projects.id and month is null) images,
        (select coalesce(sum(total_bytes), 0) from sites where project_id = projects.id) builds
      from projects
    ), placed as (
      select *, row_number() over (order by images + builds desc, id) place from stored
    )
    select case when place <= ${limit} then project else 'other' end project,
      sum(images)::bigint images, sum(builds)::bigint builds
    from placed group by 1 order by 1`.execute(database);
  return rows;
}
