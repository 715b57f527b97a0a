import { type Insertable, type Selectable, sql } from 'kysely';
import type { Look } from '../../domain/baselines/Entry.js';
import type { Slot } from '../../domain/slot.js';
import { announce } from '../announcements/announce.js';
import { byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { slotArrays, slotColumns } from '../slots.js';
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

/** A change that is decided about, and what the target had for the head. */
interface DecidedChange extends Slot {
  basePixels: Look;
  headPixels: Look;
  targetPixels: Look;
}

/** What is decided, how, and by whom. */
type NewDecisions = Required<
  Pick<
    Insertable<Decisions>,
    | 'projectId'
    | 'suiteId'
    | 'diffId'
    | 'kind'
    | 'branch'
    | 'persistent'
    | 'automatic'
    | 'actor'
    | 'actorId'
    | 'note'
  >
> & {
  changes: readonly DecidedChange[];
};

/**
 * In one statement, whatever the number of changes. An approval for all keeps how many people the project asks for now (R57), and counts
 * as the first of them where a person made it.
 * @returns the slots with the ids of their decisions
 */
export async function insertDecisions(
  transaction: Database,
  { changes, ...made }: NewDecisions,
): Promise<(Slot & { id: number })[]> {
  if (changes.length === 0) return [];
  const isForAll = made.kind === 'approved' && made.persistent;
  const isByPerson = !made.automatic && (made.actorId ?? '').startsWith('user:');
  const { rows } = await sql<Slot & { id: number }>`
    with made as (
    insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, base_pixels, head_pixels, target_pixels,
      kind, branch, persistent, automatic, actor, actor_id, note, required_approvals, missing_approvals)
    select ${made.projectId}, ${made.suiteId}::bigint, ${made.diffId}, name, viewport, browser, base, head, target,
      ${made.kind}, ${made.branch}, ${made.persistent}::boolean, ${made.automatic}::boolean, ${made.actor}, ${made.actorId},
      ${made.note}, required, case when required > 1 then required - ${Number(isByPerson)}::int else 0 end
    from unnest(${slotArrays(changes)}, ${byteas(changes.map((change) => change.basePixels))},
      ${byteas(changes.map((change) => change.headPixels))}, ${byteas(changes.map((change) => change.targetPixels))})
      change (name, viewport, browser, base, head, target)
    cross join (
      select case when ${isForAll}::boolean then required_approvals else 1 end required
      from projects where id = ${made.projectId}
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
