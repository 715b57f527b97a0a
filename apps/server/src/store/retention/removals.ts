import { sql } from 'kysely';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { readByIds } from '../readByIds.js';
import { slotIn } from '../slots.js';
import { andCounts, blobReferences } from './blobReferences.js';
import { imagesOf, noteInterval } from './uses.js';

/** The ids of projects that do not keep everything forever. */
export const listRetentions = (database: Database): Promise<{ id: string }[]> =>
  database.selectFrom('projects').select('id').where('retentionDays', 'is not', null).orderBy('id').execute();

/** Baselines, each with the name by now of the line that it is of: a renamed default branch has its log of before (R42). */
const entriesOfLines = sql`(
  select entry.*, coalesce(former.line, entry.branch) line
  from baseline_entries entry left join former on former.branch = entry.branch and entry.id <= former.until
)`;

/**
 * The hashes of images of a project that nothing has needed for as long as the project keeps such. Needed are the
 * images of captures and diffs of that time, whatever their captures' age; baselines that were promoted in that time,
 * and those that were active in it on the default branch or on a branch that was captured or compared with meanwhile.
 * What captures and diffs need that have ended stands with the image, to the day, but for those that nobody has noted yet.
 * @param hashes only among these; null for all
 */
const removable = (projectId: string, hashes: readonly string[] | null) => {
  const isAsked = (column: string) =>
    hashes === null ? sql`true` : sql`${sql.ref(column)} = any(${byteas(hashes)})`;
  return sql`
  with project as (
    select id, default_branch, former_branches, now() - make_interval(days => retention_days) cutoff
    from projects where id = ${projectId} and retention_days is not null
  ), former as (
    select default_branch line, name branch, until
    from project cross join jsonb_to_recordset(former_branches) named (name text, until bigint)
  ), default_line as (
    select array(select default_branch from project union select branch from former) names
  ), young_diffs as (
    select diffs.* from diffs join project on diffs.project_id = project.id
    where diffs.status = 'processing' or diffs.completed_at >= cutoff
  ), young_captures as (
    select captures.* from captures join project on captures.project_id = project.id
    where greatest(captures.created_at, captures.completed_at) >= cutoff or captures.id in (
      select head_capture_id from young_diffs union select base_capture_id from young_diffs)
  ), live_branches as (
    select default_branch branch from project
    union select branch from young_captures
    union select baseline_ref from young_captures
    union select baseline_ref from young_diffs
    union select unnest(target_refs) from young_diffs
  ), unnoted_diffs as (
    select id, head_capture_id, base_capture_id, completed_at used_at from young_diffs
    where status = 'processing' or id in (select diff_id from ended_uses where project_id = ${projectId})
  ), unnoted_captures as (
    select id, created_at used_at from young_captures
    where status not in ('completed', 'failed')
      or id in (select capture_id from ended_uses where project_id = ${projectId})
      or id in (select head_capture_id from unnoted_diffs union select base_capture_id from unnoted_diffs)
  ), needed (hash) as (
    select used.hash from (${imagesOf({ captures: 'unnoted_captures', diffs: 'unnoted_diffs' })}) used
      where ${isAsked('used.hash')}
    union all select entry.hash
      from ${entriesOfLines} entry join project on entry.project_id = project.id cross join default_line
      where ${isAsked('entry.hash')} and (
        entry.created_at >= cutoff or entry.revoked_seq is null and entry.line in (select branch from live_branches)
          and not exists (
            select from baseline_entries cover where cover.id = entry.covered_by and cover.created_at < cutoff)
          and not exists (
            select from ${entriesOfLines} newer
            where newer.suite_id = entry.suite_id and newer.namespace = entry.namespace
              and newer.branch = any(entry.branch || default_line.names) and newer.line = entry.line
              and ${slotIn('newer')} = ${slotIn('entry')} and newer.id > entry.id
              and newer.revoked_seq is null and newer.covered_by is null and newer.created_at < cutoff))
  )
  select images.hash from images join project on images.project_id = project.id
  where images.removed_at is null and images.created_at < cutoff
    and (images.needed_at is null or images.needed_at < cutoff - ${noteInterval})
    and ${isAsked('images.hash')} and not exists (select from needed where needed.hash = images.hash)`;
};

/** Hours between two looks at what a project needs, which read all that it keeps; the days of retention are whole ones. */
const hoursBetween = 24;

/**
 * Whether the images of a project are to be looked at: a day after the last time, or when its settings have changed since.
 * Others that ask wait until the end of the transaction, and need not look then.
 */
export async function claimMarking(transaction: Database, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into retention_marks as held (project_id, retention_days, default_branch, marked_at)
    select id, retention_days, default_branch, now() from projects
    where id = ${projectId} and retention_days is not null
    on conflict (project_id) do update set retention_days = excluded.retention_days,
      default_branch = excluded.default_branch, marked_at = excluded.marked_at
    where held.marked_at <= now() - make_interval(hours => ${hoursBetween})
      or (held.retention_days, held.default_branch) <> (excluded.retention_days, excluded.default_branch)
    returning project_id`.execute(transaction);
  return rows.length > 0;
}

/** Marks the blobs of images that nothing needs any more. */
export async function markImages(transaction: Database, projectId: string): Promise<void> {
  await readByIds(transaction);
  await sql`
    insert into blob_removals (hash)
    select hash from (${removable(projectId, null)}) removable
    where not exists (select from blob_removals marked where marked.hash = removable.hash)
    on conflict do nothing`.execute(transaction);
}

/**
 * Deletes sites that were not used for as long as the project keeps such, and marks their blobs.
 * @returns how many sites there were, at most `limit`
 */
export async function deleteUnusedSites(
  transaction: Database,
  projectId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select sites.id from sites join projects on projects.id = sites.project_id
    where sites.project_id = ${projectId} and sites.status in ('ready', 'failed')
      and sites.used_at < now() - make_interval(days => retention_days)
    order by sites.used_at limit ${limit} for update of sites skip locked`.execute(transaction);
  const ids = rows.map((row) => row.id);
  await sql`
    insert into blob_removals (hash)
    select hash from site_files where site_id = any(${ids}::text[])
    union select archive_hash from sites where id = any(${ids}::text[]) and archive_hash is not null
    on conflict do nothing`.execute(transaction);
  await sql`delete from sites where id = any(${ids}::text[])`.execute(transaction);
  return ids.length;
}

/** Deletes traces that are older than what the project keeps, and marks their blobs. */
export async function deleteOldTraces(transaction: Database, projectId: string): Promise<void> {
  await sql`
    with old as (
      delete from traces using projects
      where projects.id = ${projectId} and traces.project_id = projects.id
        and traces.uploaded_at < now() - make_interval(days => retention_days)
      returning hash
    )
    insert into blob_removals (hash) select hash from old on conflict do nothing`.execute(transaction);
}

/** Marks blobs. */
export async function markBlobs(database: Database, hashes: readonly string[]): Promise<void> {
  await sql`
    insert into blob_removals (hash) select unnest(${byteas(hashes)}) on conflict do nothing`.execute(
    database,
  );
}

/** Those of the blobs that are marked. */
export async function listMarkedAmong(database: Database, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from blob_removals where hash = any(${byteas(hashes)})`.execute(database);
  return rows.map((row) => row.hash);
}

/** Takes a blob that somebody is about to store from those that go. While it is being removed, this waits. */
export async function unmarkBlob(database: Database, hash: string): Promise<void> {
  await sql`${prepared} delete from blob_removals where hash = ${bytea(hash)}`.execute(database);
}

/** Blobs that were marked at least so many minutes ago, held until the end of the transaction. */
export async function lockMarked(transaction: Database, minutes: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from blob_removals where since <= now() - make_interval(mins => ${minutes})
    order by since, hash limit ${limit} for update skip locked`.execute(transaction);
  return rows.map((row) => row.hash);
}

/**
 * The images of these bytes that nobody is referring to just now, held, so that a transaction that refers to one
 * that began later sees whether it was removed.
 * @returns hashes by project
 */
export async function lockImages(
  transaction: Database,
  hashes: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ projectId: string; hash: string }>`
    select project_id, hash from images where hash = any(${byteas(hashes)}) and removed_at is null
    for update skip locked`.execute(transaction);
  const byProject = new Map<string, string[]>();
  for (const { projectId, hash } of rows)
    byProject.set(projectId, [...(byProject.get(projectId) ?? []), hash]);
  return byProject;
}

/**
 * Says of those of the images that nothing needs that they are gone, and forgets which files they were stored from and how
 * their pages were laid out.
 */
export async function setRemoved(
  transaction: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<{ count: number; bytes: number }> {
  await readByIds(transaction);
  const { rows } = await sql<{ hash: string; bytes: number }>`
    update images set removed_at = now()
    where project_id = ${projectId} and hash = any(${byteas(hashes)}) and hash in (${removable(projectId, hashes)})
    returning hash, bytes`.execute(transaction);
  const removed = rows.map(({ hash }) => hash);
  await sql`
    delete from image_sources where project_id = ${projectId} and hash = any(${byteas(removed)})`.execute(
    transaction,
  );
  await removeRecords(transaction, projectId, removed);
  return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Forgets the layout and accessibility records of images that are gone, and marks their blobs. */
async function removeRecords(
  transaction: Database,
  projectId: string,
  imageHashes: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from layout_records where project_id = ${projectId} and image_hash = any(${byteas(imageHashes)})
      returning hash
    ), silent as (
      delete from accessibility_records where project_id = ${projectId} and image_hash = any(${byteas(imageHashes)})
      returning hash
    )
    insert into blob_removals (hash) select hash from gone union select hash from silent
    on conflict do nothing`.execute(transaction);
}

/** Which of the blobs nothing names that keeps one. */
export async function listUnneededBlobs(database: Database, hashes: readonly string[]): Promise<string[]> {
  const isUnnamed = blobReferences.map(
    (reference) => sql`
      not exists (select from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = blob.digest${andCounts(reference)})`,
  );
  const { rows } = await sql<{ hash: string }>`
    select digest hash from unnest(${byteas(hashes)}) blob (digest) where ${sql.join(isUnnamed, sql` and `)}`.execute(
    database,
  );
  return rows.map((row) => row.hash);
}

export async function deleteMarks(transaction: Database, hashes: readonly string[]): Promise<void> {
  await sql`delete from blob_removals where hash = any(${byteas(hashes)})`.execute(transaction);
}

/** Marks blobs that are marked as if they had not been before. */
export async function renewMarks(transaction: Database, hashes: readonly string[]): Promise<void> {
  await sql`update blob_removals set since = now() where hash = any(${byteas(hashes)})`.execute(transaction);
}
