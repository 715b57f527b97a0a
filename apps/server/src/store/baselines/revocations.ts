import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { type BranchScope, isOfLine } from '../isOfLine.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';

/**
 * Revokes what decisions promoted (R6): by themselves, and elsewhere because they were remembered, unless a person has
 * approved the same look of the slot since, on any branch.
 * @returns the entries that were revoked
 */
export async function revokeByDecisions(
  transaction: Database,
  decisions: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update baseline_entries entry set revoked_seq = nextval('baseline_sequence')
    from decisions
    where entry.decision_id = any(${decisions}::bigint[]) and entry.revoked_seq is null
      and decisions.id = entry.decision_id
      and (entry.diff_id = decisions.diff_id or not exists (
        select from decisions later
        where later.suite_id = entry.suite_id and later.name = entry.name and later.viewport = entry.viewport
          and later.browser = entry.browser and later.kind = 'approved' and not later.automatic and later.persistent
          and later.revoked_at is null and later.id <> all(${decisions}::bigint[])
          and later.head_pixels is not distinct from entry.pixels and later.created_at > entry.created_at))
    returning entry.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Revokes what one branch promoted because decisions elsewhere were remembered there. */
export async function revokeRemembered(
  transaction: Database,
  { suiteId, namespace, branch, ...line }: BranchScope,
  decisions: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update baseline_entries set revoked_seq = nextval('baseline_sequence')
    where suite_id = ${suiteId} and namespace = ${namespace} and ${isOfLine('baseline_entries', branch, line)}
      and decision_id = any(${decisions}::bigint[]) and revoked_seq is null
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Revokes what a diff promoted for these slots. */
export async function revokePromotions(
  transaction: Database,
  diffId: string,
  slots: readonly Slot[],
): Promise<number[]> {
  if (slots.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update baseline_entries set revoked_seq = nextval('baseline_sequence')
    where diff_id = ${diffId} and revoked_seq is null and ${isOneOf('baseline_entries', slots)}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Revokes what diffs promoted for these slots because of decisions of their own: a diff that was computed again may have
 * decided the same look once more, and shows only its latest decision.
 */
export async function revokeOwnPromotions(
  transaction: Database,
  promotions: readonly (Slot & { diffId: string })[],
): Promise<number[]> {
  if (promotions.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update baseline_entries entry set revoked_seq = nextval('baseline_sequence')
    from decisions, unnest(${slotArrays(promotions)}, ${promotions.map(({ diffId }) => diffId)}::text[])
      promotion (name, viewport, browser, diff_id)
    where entry.diff_id = promotion.diff_id and ${slotIn('entry')} = ${slotIn('promotion')} and entry.revoked_seq is null
      and decisions.id = entry.decision_id and decisions.diff_id = entry.diff_id
    returning entry.id`.execute(transaction);
  return rows.map(({ id }) => id);
}
