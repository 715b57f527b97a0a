import { type RawBuilder, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { slotArrays, slotIn } from '../slots.js';

/** A change of a slot, by the pixels of its images. */
export interface ChangedPixels extends Slot {
  basePixels: string;
  headPixels: string;
}

/** An undecided result whose change is ignored now. */
export interface IgnoredChange extends Slot {
  diffId: string;
  until: Date;
  /** `user:Ada` or `key:ci`. */
  by: string;
}

/** The pixels of an image of `results`, looked up by its key. */
const pixelsOf = (column: 'head_hash' | 'base_hash') => sql`(
  select pixel_hash from images where project_id = results.project_id and hash = ${sql.ref(`results.${column}`)})`;

/**
 * From `ignored`, rows of `ignored_changes` that stand, to the undecided results of a diff that they are about. Each is looked up by
 * its slot, which `offset 0` keeps from being joined in another way.
 */
const undecidedOf = (diffId: RawBuilder<unknown>) => sql`
  cross join lateral (
    select from results
    where results.diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('ignored')}
      and results.approval_status = 'pending' and results.status = 'changed'
      and ${pixelsOf('base_hash')} = ignored.base_pixels and ${pixelsOf('head_hash')} = ignored.head_pixels
    offset 0
  ) undecided`;

/** The undecided results of the diff in `diffs`. */
const undecided = sql`(select * from results where diff_id = diffs.id and approval_status = 'pending' offset 0) results`;

/** Whether one of these, which is a change, is ignored now. */
const isIgnored = sql`exists (
  select from (
    select base_pixels, head_pixels, ignored_until from ignored_changes ignored
    where suite_id = diffs.suite_id and ${slotIn('ignored')} = ${slotIn('results')} offset 0
  ) ignored
  where ignored_until > now() and ${pixelsOf('base_hash')} = ignored.base_pixels and ${pixelsOf('head_hash')} = ignored.head_pixels)`;

/** Up to so many undecided results of a diff are looked up among the ignored changes; of more, each ignored change among them. */
const fewUndecided = 50;

/** How many undecided results of the diff in `diffs` are ignored now; those of a local run never are. */
export const ignoredCount = sql<number>`case when diffs.pending_count = 0 then 0
  when not exists (select from ignored_changes where suite_id = diffs.suite_id and ignored_until > now()) then 0
  when diffs.pending_count <= ${sql.lit(fewUndecided)} then (
    select count(*)::int from ${undecided} where results.status = 'changed' and ${isIgnored})
  else (
    select count(*)::int from ignored_changes ignored ${undecidedOf(sql`diffs.id`)}
    where ignored.suite_id = diffs.suite_id and ignored.ignored_until > now()) end`;

/** Whether the diff in `diffs` has more undecided results than are ignored now: the first one that is not tells. */
export const hasUnignored = sql<boolean>`(diffs.pending_count > 0 and exists (
  select from ${undecided} where not (results.status = 'changed' and ${isIgnored})))`;

/** The undecided results of some diffs that are ignored now. */
export async function listIgnoredChanges(
  database: Database,
  diffIds: readonly string[],
): Promise<IgnoredChange[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<IgnoredChange>`
    select ${prepared} diffs.id diff_id, ignored.name, ignored.viewport, ignored.browser, ignored.ignored_until until, ignored.author "by"
    from diffs
    join ignored_changes ignored on ignored.suite_id = diffs.suite_id and ignored.ignored_until > now()
    ${undecidedOf(sql`diffs.id`)}
    where diffs.id = any(${diffIds}::text[])`.execute(database);
  return rows;
}

/** How many changes of a suite are ignored now. */
export async function countIgnoredChanges(database: Database, suiteId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from ignored_changes where suite_id = ${suiteId} and ignored_until > now()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

export interface Ignoring {
  projectId: string;
  suiteId: number;
  diffId: string;
  author: string;
  authorId: string;
  days: number;
}

/** Ignores some changes from now on, also those that are ignored already. @returns until when */
export async function ignoreChanges(
  transaction: Database,
  { projectId, suiteId, diffId, author, authorId, days }: Ignoring,
  changes: readonly ChangedPixels[],
): Promise<Date> {
  const { rows } = await sql<{ ignoredUntil: Date }>`
    insert into ignored_changes (suite_id, name, viewport, browser, base_pixels, head_pixels, project_id, diff_id, author,
      author_id, ignored_until)
    select ${suiteId}, name, viewport, browser, base_pixels, head_pixels, ${projectId}, ${diffId}, ${author}, ${authorId},
      now() + make_interval(days => ${days})
    from unnest(${slotArrays(changes)}, ${pixels(changes, 'basePixels')}, ${pixels(changes, 'headPixels')})
      change (name, viewport, browser, base_pixels, head_pixels)
    on conflict (suite_id, name, viewport, browser, base_pixels, head_pixels) do update
      set diff_id = excluded.diff_id, author = excluded.author, author_id = excluded.author_id,
        ignored_until = excluded.ignored_until
    returning ignored_until`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('there is nothing to ignore');
  return row.ignoredUntil;
}

/** Ends that. */
export async function endIgnoring(
  transaction: Database,
  suiteId: number,
  changes: readonly ChangedPixels[],
): Promise<void> {
  await sql`
    delete from ignored_changes ignored
    using unnest(${slotArrays(changes)}, ${pixels(changes, 'basePixels')}, ${pixels(changes, 'headPixels')})
      change (name, viewport, browser, base_pixels, head_pixels)
    where ignored.suite_id = ${suiteId} and ${slotIn('ignored')} = ${slotIn('change')}
      and ignored.base_pixels = change.base_pixels and ignored.head_pixels = change.head_pixels`.execute(
    transaction,
  );
}

const pixels = (changes: readonly ChangedPixels[], which: 'basePixels' | 'headPixels') =>
  byteas(changes.map((change) => change[which]));

/** Superseded builds stay undecided forever, so a suite can have any number: only the newest are examined. */
const mostUndecided = 1_000;

/** The newest diffs of a suite with a change as an undecided result, on whatever branch. */
export async function listDiffsWithChanges(
  database: Database,
  suiteId: number,
  changes: readonly ChangedPixels[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct diff.id
    from (
      select id from diffs where suite_id = ${suiteId} and status = 'completed' and pending_count > 0
      order by id desc limit ${sql.lit(mostUndecided)}
    ) diff
    cross join unnest(${slotArrays(changes)}, ${pixels(changes, 'basePixels')}, ${pixels(changes, 'headPixels')})
      ignored (name, viewport, browser, base_pixels, head_pixels)
    ${undecidedOf(sql`diff.id`)}`.execute(database);
  return rows.map(({ id }) => id);
}
