import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { announce } from '../announcements/announce.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';

/** A snapshot that was approved by fewer people than the project asked for (R57). */
export interface AwaitingRow extends Slot {
  diffId: string;
  decisionId: number;
  /** Approved in an earlier build: this one looks the same, so that it shows no change. */
  isResting: boolean;
  /** This build captured it. */
  isCaptured: boolean;
  /** Where it was approved. */
  decidedIn: string;
  required: number;
  missing: number;
  /** Who approved, in that order, such as `user:Ada`; and the same with ids. */
  by: string[];
  byIds: string[];
}

/**
 * Those of some diffs in which something may wait for a further approval. Few suites have any, and to plan a look at their results takes
 * longer than this.
 */
async function listMayAwait(database: Database, diffIds: readonly string[]): Promise<string[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select ${prepared} id from diffs where id = any(${diffIds}::text[]) and (awaiting_count > 0 or exists (
      select from decisions
      where suite_id = diffs.suite_id and missing_approvals > 0 and revoked_at is null))`.execute(database);
  return rows.map(({ id }) => id);
}

/** What in some diffs waits for a further approval. */
export async function listAwaiting(database: Database, diffIds: readonly string[]): Promise<AwaitingRow[]> {
  const asked = await listMayAwait(database, diffIds);
  if (asked.length === 0) return [];
  const { rows } = await sql<AwaitingRow>`
    select asked.id diff_id, awaiting.name, awaiting.viewport, awaiting.browser, awaiting.decision_id,
      awaiting.resting is_resting, awaiting.captured is_captured, decisions.diff_id decided_in, decisions.required_approvals required,
      decisions.missing_approvals missing, given.by, given.by_ids
    from unnest(${asked}::text[]) asked (id)
    cross join lateral awaiting_in(asked.id) awaiting
    join decisions on decisions.id = awaiting.decision_id
    cross join lateral (
      select coalesce(array_agg(actor order by created_at, actor_id), '{}') "by",
        coalesce(array_agg(actor_id order by created_at, actor_id), '{}') by_ids
      from decision_approvals where decision_id = awaiting.decision_id
    ) given
    order by asked.id, awaiting.name, awaiting.viewport, awaiting.browser, awaiting.decision_id`.execute(
    database,
  );
  return rows;
}

/** Adds the approval of a person to decisions; once more changes nothing. */
export async function addApprovals(
  transaction: Database,
  decisionIds: readonly number[],
  { actor, namespace }: { actor: string; namespace: string },
): Promise<void> {
  await sql`
    with added as (
      insert into decision_approvals (decision_id, actor, actor_id)
      select id, ${actor}, ${namespace} from unnest(${decisionIds}::bigint[]) asked (id) order by id
      on conflict do nothing
      returning decision_id
    )
    update decisions set missing_approvals = greatest(0, missing_approvals - 1)
    from added where id = added.decision_id`.execute(transaction);
}

/** The diffs that show some decisions, and those of builds that rest on them. */
export async function listAffected(transaction: Database, decisionIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select diff_id id from results where decision_id = any(${decisionIds}::bigint[])
    union
    select diffs.id
    from (
      select decisions.suite_id, decisions.branch from decisions where id = any(${decisionIds}::bigint[])
      union
      select entry.suite_id, entry.branch from baseline_entries entry where decision_id = any(${decisionIds}::bigint[])
    ) line
    join diffs on diffs.suite_id = line.suite_id and diffs.awaiting_count > 0
    join captures head on head.id = diffs.head_capture_id and head.branch = line.branch`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Counts again what in some diffs waits for a further approval, after results or approvals changed. */
export async function recountAwaiting(transaction: Database, diffIds: readonly string[]): Promise<void> {
  const asked = await listMayAwait(transaction, diffIds);
  if (asked.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with counted as (
      select asked.id, (select count(*)::int from awaiting_in(asked.id)) count from unnest(${asked}::text[]) asked (id)
    )
    update diffs set awaiting_count = counted.count from counted
    where diffs.id = counted.id and awaiting_count <> counted.count
    returning diffs.id`.execute(transaction);
  for (const { id } of rows) await announce(transaction, { kind: 'diff', diffId: id });
}
