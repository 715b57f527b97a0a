import { type Insertable, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';
import type { Decisions } from '../tables.js';

/** A change from one image to another in one slot, under one threshold. */
export interface Transition extends Slot {
  basePixels: string | null;
  headPixels: string | null;
  threshold: number;
}

export interface DecisionRow
  extends Slot,
    Pick<Selectable<Decisions>, 'kind' | 'diffId' | 'branch' | 'persistent' | 'actor'> {}

/** Unrevoked decisions about any of the transitions, newest first. */
export async function listDecisions(
  database: Database,
  suiteId: number,
  antiAliasing: boolean,
  transitions: readonly Transition[],
): Promise<DecisionRow[]> {
  if (transitions.length === 0) return [];
  const { rows } = await sql<DecisionRow>`
    select d.name, d.viewport, d.browser, d.kind, d.diff_id, d.branch, d.persistent, d.actor
    from unnest(
      ${slotArrays(transitions)},
      ${transitions.map((one) => one.basePixels)}::text[], ${transitions.map((one) => one.headPixels)}::text[],
      ${transitions.map((one) => one.threshold)}::float8[]
    ) wanted (name, viewport, browser, base_pixels, head_pixels, threshold)
    join decisions d on d.suite_id = ${suiteId} and d.revoked_at is null
      and ${slotIn('d')} = ${slotIn('wanted')}
      and d.base_pixels is not distinct from wanted.base_pixels
      and d.head_pixels is not distinct from wanted.head_pixels
      and d.threshold = wanted.threshold and d.anti_aliasing = ${antiAliasing}
    order by d.id desc`.execute(database);
  return rows;
}

type NewDecision = Omit<Insertable<Decisions>, 'id' | 'createdAt' | 'revokedAt'>;

/** In one statement, whatever their number. */
export async function insertDecisions(
  transaction: Database,
  decisions: readonly NewDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, base_pixels, head_pixels, threshold,
      anti_aliasing, kind, branch, persistent, actor)
    select * from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) decision (
      "projectId" text, "suiteId" bigint, "diffId" text, name text, viewport text, browser text,
      "basePixels" text, "headPixels" text, threshold float8, "antiAliasing" boolean, kind text, branch text, persistent boolean,
      actor text)`.execute(transaction);
}

/**
 * Takes back what was approved or rejected in a diff about these slots; a withdrawal stays on record.
 * @returns the slots that had such a decision
 */
export async function revokeDecisions(
  transaction: Database,
  diffId: string,
  slots: readonly Slot[],
): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    update decisions set revoked_at = now()
    where diff_id = ${diffId} and revoked_at is null and kind <> 'withdrawn' and ${isOneOf('decisions', slots)}
    returning name, viewport, browser`.execute(transaction);
  return rows;
}
