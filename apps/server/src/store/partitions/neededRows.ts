import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.js';
import { namesOfDefault } from '../isOfLine.js';
import { slotIn } from '../slots.js';
import type { RemovedRange } from './RemovedRange.js';

/** Whether all rows are looked at, or those that `removal_changes` has marked as taken. */
export type Looked = 'all' | 'changed';

const inRange = (id: string, prefix: 'cap_' | 'dif_', { from, until }: RemovedRange) =>
  sql`${sql.ref(id)} >= ${prefix + from} and ${sql.ref(id)} < ${prefix + until}`;

/** Restricts ids of a table to those that were noted. */
const isLooked = (id: string, source: 'captures' | 'diffs' | 'suites', looked: Looked) =>
  looked === 'all'
    ? sql`true`
    : sql`${sql.ref(id)}::text in (select id from removal_changes where taken and source = ${sql.lit(source)})`;

/** Joins what was noted of a table. */
const joinNoted = (table: 'results' | 'snapshots', key: string) => sql`
  join (select distinct id, name, viewport, browser from removal_changes where taken and source = ${sql.lit(table)}) noted
    on noted.id = ${sql.ref(`${table}.${key}`)} and ${slotIn('noted')} = ${slotIn(table)}`;

const isUndecided = (table: string) => sql`
  (${sql.ref(`${table}.status`)} in ('changed', 'new', 'removed') and ${sql.ref(`${table}.approval_status`)} <> 'approved')`;

/**
 * Joins, as `other`, what the judging diffs of the same suite and commit say of a slot: the newest of it counts (R45). All are looked up by their keys,
 * since a planner does not know how many builds a commit has.
 * @param slot a table with a slot, its project, suite and commit
 */
const joinOthers = (slot: string) => sql`
  cross join lateral (
    select judging.id from captures join diffs judging on judging.head_capture_id = captures.id and judging.judging
    where captures.project_id = ${sql.ref(`${slot}.project_id`)} and captures.suite_id = ${sql.ref(`${slot}.suite_id`)}
      and captures.commit = ${sql.ref(`${slot}.commit`)} offset 0
  ) judging
  cross join lateral (
    select * from results
    where diff_id = judging.id and ${slotIn('results')} = ${slotIn(slot)} and status <> 'skipped' offset 0
  ) other`;

/** Joins the head of a result, where its diff judges. */
const joinHead = sql`
  join diffs on diffs.id = results.diff_id and diffs.judging
  join captures head on head.id = diffs.head_capture_id`;

/**
 * Copies what is undecided (R23, R43), with what outdoes it in the check of its commit (R45); what a branch may still carry
 * forward; what waits for a further approval (R57), or for a review of its accessibility (R54); and what stays from before
 * the range.
 */
export async function copyNeededResults(
  transaction: Database,
  into: string,
  range: RemovedRange,
  looked: Looked,
): Promise<void> {
  const among = looked === 'all' ? sql`` : joinNoted('results', 'diff_id');
  const add = (rows: RawBuilder<unknown>, table: 'results' | 'other' = 'results') =>
    sql`insert into ${sql.id(into)} select ${sql.id(table)}.* ${rows} on conflict do nothing`.execute(
      transaction,
    );
  const isInRange = inRange('results.diff_id', 'dif_', range);
  await add(sql`from results ${among} where results.diff_id < ${`dif_${range.from}`}`);
  await add(sql`
    from open_reviews open
    join results on results.diff_id = open.diff_id and ${slotIn('results')} = ${slotIn('open')} ${among}
    where ${inRange('open.diff_id', 'dif_', range)} and ${isInRange}`);
  await add(sql`from results ${among} where ${isUndecided('results')} and ${isInRange}`);
  // Each slot of a commit once, though many builds of it are undecided.
  await add(
    sql`
      from (
        select distinct head.project_id, head.suite_id, head.commit, results.name, results.viewport, results.browser
        from results ${among} ${joinHead} where ${isUndecided('results')}
      ) undecided ${joinOthers('undecided')}
      where ${inRange('other.diff_id', 'dif_', range)}`,
    'other',
  );
  // The undecided one may have been copied before.
  if (looked === 'changed') {
    await add(sql`
      from results ${among} ${joinHead}
      cross join lateral (
        select head.project_id, head.suite_id, head.commit, results.name, results.viewport, results.browser
      ) slot
      where results.status <> 'skipped' and ${isInRange}
        and exists (select from (select) one ${joinOthers('slot')} where ${isUndecided('other')})`);
  }
  await add(sql`
    from diffs cross join lateral awaiting_in(diffs.id) awaiting
    join results on results.diff_id = diffs.id and ${slotIn('results')} = ${slotIn('awaiting')} ${among}
    where diffs.awaiting_count > 0 and ${inRange('diffs.id', 'dif_', range)}`);
  await add(sql`
    from accessibility_changes change
    join results on results.diff_id = change.diff_id and ${slotIn('results')} = ${slotIn('change')} ${among}
    where change.reviewed and change.approval_status <> 'approved' and ${inRange('change.diff_id', 'dif_', range)}`);
}

/**
 * Copies the snapshots that standing baselines and open reviews are from; those of captures that are compared or built again
 * later, and of the newest build of each default branch, under its former names too; what later snapshots or these took over
 * from earlier ones; and what stays from before the range.
 */
export async function copyNeededSnapshots(
  transaction: Database,
  into: string,
  range: RemovedRange,
  looked: Looked,
): Promise<void> {
  const copyRows = looked === 'all' ? copyFromAll : copyFromChanged;
  await copyRows(transaction, into, range, wholeCaptures(range, looked));
}

/** Ids of captures of which all snapshots stay. */
function wholeCaptures(range: RemovedRange, looked: Looked): RawBuilder<unknown> {
  const newest = sql`
    suites join projects on projects.id = suites.project_id
    cross join unnest('{manual,fleet}'::text[]) modes (mode)
    cross join lateral ${namesOfDefault} names
    cross join lateral (
      select id, commit from captures
      where suite_id = suites.id and namespace = '' and branch = names.branch
        and captures.mode = modes.mode and status = 'completed' and not ephemeral
      order by id desc limit 1
    ) newest`;
  return sql`
    select captures.id from captures later
    join captures on captures.project_id = later.project_id and captures.suite_id = later.suite_id
      and captures.commit = later.commit
    where later.id >= ${`cap_${range.until}`} and ${isLooked('later.id', 'captures', looked)}
      and ${inRange('captures.id', 'cap_', range)}
    union
    select side.id from diffs cross join lateral (values (head_capture_id), (base_capture_id)) side (id)
    where diffs.id >= ${`dif_${range.until}`} and ${isLooked('diffs.id', 'diffs', looked)}
      and ${inRange('side.id', 'cap_', range)}
    union
    select newest.id from ${newest}
    where ${isLooked('suites.id', 'suites', looked)} and ${inRange('newest.id', 'cap_', range)}
    union
    select captures.id from ${newest}
    join captures on captures.project_id = suites.project_id and captures.suite_id = suites.id
      and captures.commit = newest.commit
    where ${isLooked('suites.id', 'suites', looked)} and ${inRange('captures.id', 'cap_', range)}`;
}

async function copyFromAll(
  transaction: Database,
  into: string,
  range: RemovedRange,
  captures: RawBuilder<unknown>,
): Promise<void> {
  const kept = sql.id(into);
  const add = async (rows: RawBuilder<unknown>): Promise<number> => {
    const { numAffectedRows } = await sql`
      insert into ${kept} select distinct on (snapshots.capture_id, snapshots.name, snapshots.viewport, snapshots.browser)
        snapshots.* ${rows} and ${inRange('snapshots.capture_id', 'cap_', range)}
      on conflict do nothing`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  };
  await sql`
    insert into ${kept} select * from snapshots where capture_id < ${`cap_${range.from}`}`.execute(
    transaction,
  );
  await add(sql`
    from baseline_entries entry
    join snapshots on snapshots.capture_id = entry.capture_id and ${slotIn('snapshots')} = ${slotIn('entry')}
    where entry.revoked_seq is null and ${inRange('entry.capture_id', 'cap_', range)}`);
  await add(sql`
    from open_reviews open
    join snapshots on snapshots.capture_id = open.capture_id and ${slotIn('snapshots')} = ${slotIn('open')}
    where ${inRange('open.capture_id', 'cap_', range)}`);
  await add(sql`from (${captures}) needed join snapshots on snapshots.capture_id = needed.id where true`);
  for (const origin of ['carried_from', 'proven_from']) {
    await add(sql`
      from snapshots taking
      join snapshots on snapshots.capture_id = ${sql.ref(`taking.${origin}`)} and ${slotIn('snapshots')} = ${slotIn('taking')}
      where taking.capture_id >= ${`cap_${range.until}`} and ${inRange(`taking.${origin}`, 'cap_', range)}`);
  }
  for (let found = 1; found > 0; ) {
    found = await add(sql`
      from ${kept} taking
      cross join lateral (values (taking.carried_from), (taking.proven_from)) origin (id)
      join snapshots on snapshots.capture_id = origin.id and ${slotIn('snapshots')} = ${slotIn('taking')}
      where ${inRange('origin.id', 'cap_', range)}`);
  }
}

/** A snapshot that was noted stays, whether it was changed itself or something that needs it was. */
async function copyFromChanged(
  transaction: Database,
  into: string,
  range: RemovedRange,
  captures: RawBuilder<unknown>,
): Promise<void> {
  // What the added ones took over is noted in turn.
  const add = async (rows: RawBuilder<unknown>): Promise<number> => {
    const { rows: added } = await sql`
      with added as (
        insert into ${sql.id(into)} select snapshots.* ${rows} on conflict do nothing returning *
      ), noted as (
        insert into removal_changes (source, id, name, viewport, browser, taken)
        select 'snapshots', origin, name, viewport, browser, true
        from added cross join lateral (values (carried_from), (proven_from)) taken (origin)
        where origin < ${`cap_${range.until}`}
      ) select from added`.execute(transaction);
    return added.length;
  };
  await add(sql`from (${captures}) needed join snapshots on snapshots.capture_id = needed.id`);
  const noted = sql`
    from snapshots ${joinNoted('snapshots', 'capture_id')} where snapshots.capture_id < ${`cap_${range.until}`}`;
  while ((await add(noted)) > 0);
}
