import { sql } from 'kysely';
import type { Database } from '../database.js';
import { slotIn } from '../slots.js';

/** Rows that go, by the ids that they belong to: from the first one to before the last one. */
export interface RemovedRange {
  /** What ids behind their prefixes begin with. */
  from: string;
  until: string;
}

const inRange = (id: string, prefix: 'cap_' | 'dif_', { from, until }: RemovedRange) =>
  sql`${sql.ref(id)} >= ${prefix + from} and ${sql.ref(id)} < ${prefix + until}`;

/** Copies what is undecided (R23, R43), and what a branch may still carry forward. */
export async function copyNeededResults(
  transaction: Database,
  into: string,
  range: RemovedRange,
): Promise<void> {
  await sql`
    insert into ${sql.id(into)}
    select results.* from open_reviews open
    join results on results.diff_id = open.diff_id and ${slotIn('results')} = ${slotIn('open')}
    where ${inRange('open.diff_id', 'dif_', range)} and ${inRange('results.diff_id', 'dif_', range)}
    on conflict do nothing`.execute(transaction);
  await sql`
    insert into ${sql.id(into)}
    select * from results
    where status in ('changed', 'new', 'removed') and approval_status <> 'approved'
      and ${inRange('results.diff_id', 'dif_', range)}
    on conflict do nothing`.execute(transaction);
}

/**
 * Copies the snapshots that standing baselines and open reviews are from; those of captures that are compared or built again
 * later, and of the newest build of each default branch; and what later snapshots or these took over from earlier ones.
 */
export async function copyNeededSnapshots(
  transaction: Database,
  into: string,
  range: RemovedRange,
): Promise<void> {
  const kept = sql.id(into);
  const add = async (rows: ReturnType<typeof sql>): Promise<number> => {
    const { numAffectedRows } = await sql`
      insert into ${kept} select distinct on (snapshots.capture_id, snapshots.name, snapshots.viewport, snapshots.browser)
        snapshots.* ${rows} and ${inRange('snapshots.capture_id', 'cap_', range)}
      on conflict do nothing`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  };
  await add(sql`
    from baseline_entries entry
    join snapshots on snapshots.capture_id = entry.capture_id and ${slotIn('snapshots')} = ${slotIn('entry')}
    where entry.revoked_seq is null and ${inRange('entry.capture_id', 'cap_', range)}`);
  await add(sql`
    from open_reviews open
    join snapshots on snapshots.capture_id = open.capture_id and ${slotIn('snapshots')} = ${slotIn('open')}
    where ${inRange('open.capture_id', 'cap_', range)}`);
  const end = range.until;
  await add(sql`
    from captures join snapshots on snapshots.capture_id = captures.id
    where ${inRange('captures.id', 'cap_', range)} and (
      exists (
        select from captures later
        where later.project_id = captures.project_id and later.suite_id = captures.suite_id
          and later.commit = captures.commit and later.id >= ${`cap_${end}`})
      or exists (select from diffs where head_capture_id = captures.id and id >= ${`dif_${end}`})
      or exists (select from diffs where base_capture_id = captures.id and id >= ${`dif_${end}`})
      or exists (
        select from projects
        cross join unnest('{manual,fleet}'::text[]) modes (mode)
        cross join lateral (
          select id, commit from captures newest
          where suite_id = captures.suite_id and namespace = '' and branch = projects.default_branch
            and newest.mode = modes.mode and status = 'completed' and not ephemeral
          order by id desc limit 1
        ) newest
        where projects.id = captures.project_id and (newest.id = captures.id or newest.commit = captures.commit)))`);
  for (const origin of ['carried_from', 'proven_from']) {
    await add(sql`
      from snapshots taking
      join snapshots on snapshots.capture_id = ${sql.ref(`taking.${origin}`)} and ${slotIn('snapshots')} = ${slotIn('taking')}
      where taking.capture_id >= ${`cap_${end}`} and ${inRange(`taking.${origin}`, 'cap_', range)}`);
  }
  for (let found = 1; found > 0; ) {
    found = await add(sql`
      from ${kept} taking
      cross join lateral (values (taking.carried_from), (taking.proven_from)) origin (id)
      join snapshots on snapshots.capture_id = origin.id and ${slotIn('snapshots')} = ${slotIn('taking')}
      where ${inRange('origin.id', 'cap_', range)}`);
  }
}
