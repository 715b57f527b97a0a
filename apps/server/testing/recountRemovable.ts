import { sql } from 'kysely';
import type { Database } from '../src/store/database.js';

/**
 * The images of a project that its retention removes, as docs/retention.md says it: told by the rows of all captures, diffs
 * and baselines, without anything that is noted about them.
 * @param further days for which it keeps more than it says
 */
export async function recountRemovable(
  database: Database,
  projectId: string,
  further = 0,
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    with project as (
      select id, default_branch, former_branches, now() - make_interval(days => retention_days + ${further}) cutoff
      from projects where id = ${projectId}
    ), entries as (
      select entry.*, case when exists (
          select from jsonb_array_elements(former_branches) former
          where former ->> 'name' = branch and entry.id <= (former ->> 'until')::bigint
        ) then default_branch else branch end line
      from baseline_entries entry join project on entry.project_id = project.id
    ), young_diffs as (
      select diffs.* from diffs join project on diffs.project_id = project.id
      where diffs.status = 'processing' or diffs.completed_at >= cutoff
    ), young_captures as (
      select captures.* from captures join project on captures.project_id = project.id
      where greatest(captures.created_at, captures.completed_at) >= cutoff or captures.id in (
        select head_capture_id from young_diffs union select base_capture_id from young_diffs)
    ), live_branches as (
      select default_branch branch from project
      union select branch from young_captures union select baseline_ref from young_captures
      union select baseline_ref from young_diffs union select unnest(target_refs) from young_diffs
    ), needed as (
      select hash from snapshots where capture_id in (select id from young_captures)
      union select hash from snapshot_attempts where capture_id in (select id from young_captures)
      union select unnest(array[head_hash, base_hash, results.mask_hash, comparisons.mask_hash, aligned_mask_hash,
          thumbnail_hash])
        from results left join comparisons on comparisons.id = comparison_id
        where diff_id in (select id from young_diffs)
      union select hash from entries entry cross join project
        where entry.created_at >= cutoff
          or revoked_seq is null and line in (select branch from live_branches) and not exists (
            select from entries other
            where (other.suite_id, other.namespace, other.line, other.name, other.viewport, other.browser)
                = (entry.suite_id, entry.namespace, entry.line, entry.name, entry.viewport, entry.browser)
              and (other.id = entry.covered_by or other.id > entry.id and other.covered_by is null)
              and other.revoked_seq is null and other.created_at < cutoff)
    )
    select images.hash from images join project on images.project_id = project.id
    where removed_at is null and created_at < cutoff
      and hash not in (select hash from needed where hash is not null)
    order by hash`.execute(database);
  return rows.map(({ hash }) => hash);
}
