import { sql } from 'kysely';
import type { Database } from '../database.js';
import { namesOfDefault } from '../isOfLine.js';
import { slotIn } from '../slots.js';
import { comparedWithBaselines, isBuildOfLine } from './accessibilityRecords.js';

/**
 * Captures whose accessibility records go with their snapshots, the oldest first: all whose ids are before `before`, but for the
 * `most` newest of each branch that is still built, that is a target, or that is a default branch.
 * @param before what ids behind their prefixes begin with
 */
export async function listCapturesOfOldRecords(
  database: Database,
  before: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with living (suite_id, branch) as (
      select suite_id, branch from captures where id >= ${`cap_${before}`} and branch is not null
      union select suite_id, baseline_ref from diffs where id >= ${`dif_${before}`} and baseline_ref is not null
      union select suites.id, branch
        from suites join projects on projects.id = suites.project_id cross join lateral ${namesOfDefault} names
    ), recorded as (
      select captures.id, ${isBuildOfLine} is_of_line, living.branch is not null is_living,
        count(*) filter (where ${isBuildOfLine})
          over (partition by captures.suite_id, captures.branch, captures.namespace order by captures.id desc) place
      from captures ${comparedWithBaselines}
      left join living on living.suite_id = captures.suite_id and living.branch = captures.branch
      where captures.id < ${`cap_${before}`}
        and exists (select from accessibility_records record where record.capture_id = captures.id)
    )
    select id from recorded where not (is_of_line and is_living and place <= ${most}) order by id`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the accessibility records of captures whose snapshots were removed, and marks their blobs. The last one of a slot stays
 * where a change of it is undecided, which later builds of the branch carry forward (R23), or was, which they do not.
 */
export async function deleteRecords(transaction: Database, captureIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from accessibility_records record using captures owner
      where owner.id = record.capture_id and record.capture_id = any(${captureIds}::text[])
        and not exists (
          select from snapshots where snapshots.capture_id = record.capture_id and ${slotIn('snapshots')} = ${slotIn('record')})
        and not (
          exists (
            select from captures earlier
            join diffs on diffs.head_capture_id = earlier.id
            join accessibility_changes change on change.diff_id = diffs.id and ${slotIn('change')} = ${slotIn('record')}
            where earlier.suite_id = owner.suite_id and earlier.branch = owner.branch
              and earlier.namespace = owner.namespace and earlier.id <= owner.id
              and change.reviewed and change.approval_status <> 'approved')
          and not exists (
            select from captures ${comparedWithBaselines}
            join accessibility_records newer on newer.capture_id = captures.id and ${slotIn('newer')} = ${slotIn('record')}
            where captures.suite_id = owner.suite_id and captures.branch = owner.branch
              and captures.namespace = owner.namespace and captures.id > owner.id and ${isBuildOfLine}))
      returning record.hash, record.accepted_hash
    )
    insert into blob_removals (hash)
    select hash from gone union select accepted_hash from gone where accepted_hash is not null
    on conflict do nothing`.execute(transaction);
}

/**
 * Deletes accessibility changes that nobody reviews, of removed results.
 * @param before what ids behind their prefixes begin with
 * @returns how many there were, at most `limit`
 */
export async function deleteOldChanges(
  transaction: Database,
  before: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from accessibility_changes where ctid = any(array(
      select change.ctid from accessibility_changes change
      where change.diff_id < ${`dif_${before}`} and not change.reviewed and not exists (
        select from results where results.diff_id = change.diff_id and ${slotIn('results')} = ${slotIn('change')})
      limit ${limit}))`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
