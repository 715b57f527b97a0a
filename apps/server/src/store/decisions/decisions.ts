import { type Insertable, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { announce } from '../announcements/announce.js';
import type { Database } from '../database.js';
import { slotColumns } from '../slots.js';
import type { Decisions } from '../tables.js';

export type DecisionRow = Pick<
  Selectable<Decisions>,
  | 'id'
  | keyof Slot
  | 'kind'
  | 'diffId'
  | 'branch'
  | 'automatic'
  | 'actor'
  | 'actorId'
  | 'note'
  | 'createdAt'
  | 'revokedAt'
>;

/** Decisions by their ids, the revoked ones too. */
export const findDecisions = async (database: Database, ids: readonly number[]): Promise<DecisionRow[]> =>
  ids.length === 0
    ? []
    : database
        .selectFrom('decisions')
        .select([
          ...slotColumns,
          'id',
          'kind',
          'diffId',
          'branch',
          'automatic',
          'actor',
          'actorId',
          'note',
          'createdAt',
          'revokedAt',
        ])
        .where('id', 'in', [...ids])
        .execute();

/** The changes of a diff of which an approval was taken back. */
export const listTakenBack = (
  database: Database,
  diffId: string,
): Promise<(Slot & { basePixels: string | null; headPixels: string | null })[]> =>
  database
    .selectFrom('decisions')
    .select([...slotColumns, 'basePixels', 'headPixels'])
    .where('diffId', '=', diffId)
    .where('kind', '=', 'approved')
    .where('revokedAt', 'is not', null)
    .execute();

type NewDecision = Omit<
  Insertable<Decisions>,
  'id' | 'createdAt' | 'revokedAt' | 'requiredApprovals' | 'missingApprovals'
>;

/**
 * In one statement, whatever their number. An approval for all keeps how many people the project asks for now (R57), and counts
 * as the first of them where a person made it.
 * @returns the slots with the ids of their decisions
 */
export async function insertDecisions(
  transaction: Database,
  decisions: readonly NewDecision[],
): Promise<(Slot & { id: number })[]> {
  if (decisions.length === 0) return [];
  const { rows } = await sql<Slot & { id: number }>`
    with made as (
    insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, base_pixels, head_pixels, target_pixels,
      kind, branch, persistent, automatic, actor, actor_id, note, required_approvals, missing_approvals)
    select "projectId", "suiteId", "diffId", name, viewport, browser, decode("basePixels", 'hex'), decode("headPixels", 'hex'),
      decode("targetPixels", 'hex'), kind, branch, persistent, automatic, actor, "actorId", note, required,
      case when required > 1 then required - by_person::int else 0 end
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) decision (
      "projectId" text, "suiteId" bigint, "diffId" text, name text, viewport text, browser text, "basePixels" text,
      "headPixels" text, "targetPixels" text, kind text, branch text, persistent boolean, automatic boolean, actor text,
      "actorId" text, note text)
    cross join lateral (
      select case when kind = 'approved' and persistent then required_approvals else 1 end required,
        not automatic and "actorId" like 'user:%' by_person
      from projects where id = "projectId"
    ) asked
    returning id, name, viewport, browser, actor, actor_id, required_approvals - missing_approvals given, required_approvals
    ), approved as (
      insert into decision_approvals (decision_id, actor, actor_id)
      select id, actor, actor_id from made where required_approvals > 1 and given > 0
    )
    select id, name, viewport, browser from made`.execute(transaction);
  return rows;
}

/** Takes decisions back. */
export async function revokeDecisions(transaction: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update decisions set revoked_at = now() where id = any(${ids}::bigint[]) and revoked_at is null`.execute(
    transaction,
  );
}

/**
 * Changes the note of rejections.
 * @returns the diffs that show one of them
 */
export async function setNotes(
  transaction: Database,
  ids: readonly number[],
  note: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  await sql`update decisions set note = ${note} where id = any(${ids}::bigint[])`.execute(transaction);
  const { rows } = await sql<{ diffId: string }>`
    select distinct diff_id from results where decision_id = any(${ids}::bigint[]) order by diff_id`.execute(
    transaction,
  );
  for (const { diffId } of rows) await announce(transaction, { kind: 'diff', diffId });
  return rows.map(({ diffId }) => diffId);
}
