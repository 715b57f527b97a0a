import { sql } from 'kysely';
import type { Entry } from '../../domain/baselines/Entry.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { lineOfRow } from '../isOfLine.js';
import { removedBefore } from '../partitions/acceptedSets.js';
import { lookUpBy } from '../prepared.js';
import { isOneOf, slotIn } from '../slots.js';

/** Which log of a suite. */
export interface Log {
  /** The private namespace of a local run, or the shared one (''). */
  namespace: string;
  branch: string;
  /** The newest number that belongs to the line, where the branch was renamed (R42); null for all. */
  until: number | null;
  /** What belongs to the line has larger numbers, where a former name is used again (R42); null for all. */
  since: number | null;
}

const columns = sql`entry.id, entry.branch, entry.name, entry.viewport, entry.browser, entry.pixels look, entry.hash,
  entry.capture_id, entry.diff_id, entry.commit, entry.places, entry.root_id`;

/** An entry with the place of its log among those that were asked for. */
export type LoggedEntry = Entry & { log: number };

/** From this number of slots on, it is worth knowing whether a log has many others. */
const manySlots = 500;

/**
 * The standing entries of some logs that no other one covers: in general one for each slot.
 * @param slots only these; all without
 */
export async function listUncovered(
  database: Database,
  suiteId: number,
  logs: readonly Log[],
  slots: readonly Slot[] | undefined,
): Promise<LoggedEntry[]> {
  const uncovered = sql`
    unnest(${logs.map((log) => log.namespace)}::text[], ${logs.map((log) => log.branch)}::text[])
      with ordinality log (namespace, branch, place)
    join baseline_entries entry on entry.suite_id = ${suiteId} and entry.namespace = log.namespace
      and entry.branch = log.branch collate "C" and entry.revoked_seq is null and entry.covered_by is null`;
  const list = async (wanted: readonly Slot[] | undefined): Promise<LoggedEntry[]> => {
    const { rows } = await sql<LoggedEntry>`
      select ${wanted ? lookUpBy(wanted).kept : sql``} log.place - 1 log, ${columns}
      from ${uncovered} ${wanted ? sql`and ${isOneOf('entry', wanted)}` : sql``}
      order by entry.id`.execute(database);
    return rows;
  };
  if (slots === undefined || slots.length < manySlots) return list(slots);
  // To read a log from one end to the other takes half as long as to look up each of its slots.
  const most = 2 * slots.length;
  const counted = await sql<{ count: number }>`
    select count(*)::int count from (select from ${uncovered} limit ${most + 1}) uncovered`.execute(database);
  const count = counted.rows[0]?.count;
  if (count === undefined) throw new Error('a count has no row');
  if (count > most) return list(slots);
  if (count === 0) return [];
  const keys = new Set(slots.map(slotKey));
  return (await list(undefined)).filter((entry) => keys.has(slotKey(entry)));
}

/** The standing entries that are covered by one of these. */
export async function listCovered(
  database: Database,
  ids: readonly number[],
): Promise<(Entry & { coveredBy: number })[]> {
  const { rows } = await sql<Entry & { coveredBy: number }>`
    select ${columns}, entry.covered_by from baseline_entries entry
    where entry.covered_by = any(${ids}::bigint[]) and entry.revoked_seq is null
    order by entry.id`.execute(database);
  return rows;
}

export interface SeenBuild {
  captureId: string;
  /** Null where the capture set baselines without a diff. */
  diffId: string | null;
  branch: string;
  commit: string;
  /** What had been checked out for it. */
  checkout: string;
  /** The newest number of the log when it was settled. */
  mark: number;
}

/**
 * The completed builds of some commits on a branch, oldest first (R7): with exit code 0, neither ephemeral nor local, with a
 * diff against baselines that is settled, or with baselines that it set directly.
 */
export async function listBuilds(
  database: Database,
  { projectId, suiteId, branches }: { projectId: string; suiteId: number; branches: readonly string[] },
  commits: readonly string[],
): Promise<SeenBuild[]> {
  const { rows } = await sql<SeenBuild>`
    select captures.id capture_id, diff.id diff_id, captures.branch, captures.commit,
      coalesce(captures.checkout, captures.commit) checkout,
      coalesce(diff.baseline_mark, (select max(id) from baseline_entries where capture_id = captures.id), 0) mark
    from captures
    left join lateral (
      select id, baseline_mark from diffs
      where head_capture_id = captures.id and base_capture_id is null and manifest is null and baseline_mark is not null
      order by id desc limit 1
    ) diff on true
    where captures.project_id = ${projectId} and captures.suite_id = ${suiteId}
      and captures.commit = any(${commits}::text[]) and captures.branch = any(${branches}::text[])
      and captures.namespace = '' and captures.status = 'completed' and not captures.ephemeral
      and coalesce(captures.exit_code, 0) = 0 and (diff.id is not null or captures.auto_baseline)
    order by captures.id`.execute(database);
  return rows;
}

/**
 * What a build accepted for each slot (R7): its base where the result is unchanged, skipped or undecided, what it promoted
 * where it is approved, or what another build did whose approval settled it (R43), but not what a third one promoted since
 * that was remembered; as far as that stands. A base of another branch is none of its own: who merged that one's newer look,
 * and then goes back, would pass in silence.
 * @param branches names of the build's branch
 */
export async function listAccepted(
  database: Database,
  build: SeenBuild,
  branches: readonly string[],
  slots: readonly Slot[] | undefined,
): Promise<Entry[]> {
  const isWanted = (table: string) => (slots ? sql`and ${isOneOf(table, slots)}` : sql``);
  const { rows } = await sql<Entry>`
    select ${columns} from results result
    join baseline_entries entry on entry.id = result.base_entry_id and entry.revoked_seq is null
      and entry.namespace = '' and entry.branch = any(${branches}::text[])
    where result.diff_id = ${build.diffId} ${isWanted('result')}
      and (result.status in ('unchanged', 'skipped') or result.approval_status <> 'approved')
    union all
    select ${columns} from results result
    join baseline_entries entry on entry.decision_id = result.decision_id and ${slotIn('entry')} = ${slotIn('result')}
      and entry.revoked_seq is null and entry.namespace = '' and entry.branch = any(${branches}::text[])
    join decisions on decisions.id = result.decision_id and entry.diff_id in (decisions.diff_id, result.diff_id)
    where result.diff_id = ${build.diffId} ${isWanted('result')}
      and result.status in ('changed', 'new', 'removed') and result.approval_status = 'approved'
    union all
    select ${columns} from baseline_entries entry
    where entry.capture_id = ${build.captureId} and entry.branch = any(${branches}::text[])
      and entry.revoked_seq is null ${isWanted('entry')}
    union all
    select ${columns} from (${acceptedOfRemoved(build)}) accepted
    join baseline_entries entry on entry.id = accepted.id and entry.revoked_seq is null
      and entry.namespace = '' and entry.branch = any(${branches}::text[]) ${isWanted('entry')}
    where not exists (
      select from results where diff_id = ${build.diffId} and ${slotIn('results')} = ${slotIn('entry')})`.execute(
    database,
  );
  return rows;
}

/**
 * The ids of what a build accepted whose results were removed, in the terms of {@link listAccepted}. An approval that is
 * revoked would have made its result undecided.
 */
const acceptedOfRemoved = ({ diffId }: SeenBuild) => sql`
  with removed as (
    select kept.* from diffs join accepted_sets kept on kept.hash = diffs.accepted_set
    where diffs.id = ${diffId} and diffs.id < 'dif_' || ${removedBefore}
  ), decided as (
    select decisions.id, decisions.diff_id, decisions.revoked_at, base from removed
    cross join lateral unnest(removed.decisions, removed.bases) told (id, base)
    join decisions on decisions.id = told.id
  )
  select unnest(observed || undecided) id from removed
  union all select base from decided where revoked_at is not null
  union all
  select promoted.id from decided
  join baseline_entries promoted on promoted.decision_id = decided.id and promoted.diff_id in (decided.diff_id, ${diffId})
  where decided.revoked_at is null`;

/**
 * Entries that a diff found unchanged before it is computed again, with its commit, unless another build of the commit did
 * as well: that they stand there is what is to be judged (R5).
 * @param slots only these; all without
 */
export async function listOwnObservations(
  database: Database,
  diffId: string,
  slots: readonly Slot[] | undefined,
): Promise<{ id: number; commit: string }[]> {
  const { rows } = await sql<{ id: number; commit: string }>`
    select results.base_entry_id id, head.commit
    from diffs join captures head on head.id = diffs.head_capture_id
    join projects on projects.id = head.project_id
    join results on results.diff_id = diffs.id and results.status = 'unchanged'
    where diffs.id = ${diffId} and diffs.baseline_mark is not null and head.commit is not null
      and results.base_entry_id is not null ${slots ? sql`and ${isOneOf('results', slots)}` : sql``}
      and not exists (
        select from captures other
        join diffs told on told.head_capture_id = other.id and told.id <> diffs.id and told.status = 'completed'
          and told.tells_places
        join results same on same.diff_id = told.id and ${slotIn('same')} = ${slotIn('results')}
          and same.status = 'unchanged' and same.base_entry_id = results.base_entry_id
        where other.project_id = head.project_id and other.suite_id = head.suite_id and other.commit = head.commit
          and ${lineOfRow('other')} = ${lineOfRow('head')})
      and not exists (
        select from captures other
        join diffs told on told.head_capture_id = other.id and told.id < 'dif_' || ${removedBefore} and told.tells_places
        join accepted_sets kept on kept.hash = told.accepted_set and results.base_entry_id = any(kept.observed)
        where other.project_id = head.project_id and other.suite_id = head.suite_id and other.commit = head.commit
          and ${lineOfRow('other')} = ${lineOfRow('head')})`.execute(database);
  return rows;
}

/** Says which entry covers which, for those who add to a log. */
export async function setCovers(
  transaction: Database,
  covers: readonly { id: number; coveredBy: number | null }[],
): Promise<void> {
  if (covers.length === 0) return;
  await sql`
    update baseline_entries set covered_by = cover.by
    from unnest(${covers.map(({ id }) => id)}::bigint[], ${covers.map(({ coveredBy }) => coveredBy)}::bigint[])
      cover (id, by)
    where baseline_entries.id = cover.id and covered_by is distinct from cover.by`.execute(transaction);
}

/** Entries that one of these covered are searched again. */
export async function uncover(transaction: Database, ids: readonly number[]): Promise<void> {
  await sql`update baseline_entries set covered_by = null where covered_by = any(${ids}::bigint[])`.execute(
    transaction,
  );
}

/** Says at which commits entries stand. One that stands at another commit may not be covered any more. */
export async function setPlaces(
  transaction: Database,
  placed: readonly { ids: readonly number[]; places: readonly string[] }[],
): Promise<void> {
  for (const { ids, places } of placed) {
    await sql`
      update baseline_entries set places = ${places}::text[], covered_by = null where id = any(${ids}::bigint[])`.execute(
      transaction,
    );
  }
}

/** Who approved a baseline, and in which diff; of one that was remembered the decision that it goes back to. */
export interface Approval {
  entryId: number;
  actor: string;
  createdAt: Date;
  diffId: string;
}

export async function listApprovals(database: Database, entries: readonly number[]): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select entry.id entry_id, decisions.actor, decisions.created_at, decisions.diff_id
    from baseline_entries entry join decisions on decisions.id = entry.decision_id
    where entry.id = any(${entries}::bigint[])`.execute(database);
  return rows;
}
