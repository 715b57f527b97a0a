import type { IgnoredBox } from '@svc/schema';
import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';

export interface IgnoredResult extends Slot {
  ignored: IgnoredBox[];
  /** Of the image that shows it. */
  width: number;
  height: number;
}

/** Results of some diffs whose comparison ignored something, in their order. */
export async function listIgnoredResults(
  database: Database,
  diffIds: readonly string[],
  limit: number,
): Promise<IgnoredResult[]> {
  const { rows } = await sql<IgnoredResult>`
    select results.name, results.viewport, results.browser, results.ignored, image.width, image.height
    from results
    cross join lateral (
      select width, height from images
      where project_id = results.project_id and hash = coalesce(results.head_hash, results.base_hash) offset 0
    ) image
    where results.diff_id = any(${diffIds}::text[]) and results.ignored is not null
    order by results.diff_id, results.position
    limit ${limit}`.execute(database);
  return rows;
}
