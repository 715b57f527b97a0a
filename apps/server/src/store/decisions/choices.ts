import { sql } from 'kysely';
import type { Look } from '../../domain/baselines/Entry.js';
import type { Slot } from '../../domain/slot.js';
import { byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { type DefaultLine, isOfLine } from '../isOfLine.js';
import { lookUpBy, preparedIfFew } from '../prepared.js';
import { slotArrays, slotIn } from '../slots.js';

/** A slot with two looks that a choice may be between. */
export interface LookPair extends Slot {
  looks: readonly [Look, Look];
}

export interface ChoiceRow {
  /** Of the pair that it was found for, from 0. */
  place: number;
  id: number;
  kind: 'approved' | 'rejected' | 'withdrawn';
  diffId: string;
  branch: string | null;
  automatic: boolean;
  actor: string;
  createdAt: Date;
  base: Look;
  head: Look;
  target: Look;
}

/** Newest decisions that are looked at for one slot. */
const mostDecisions = 200;

const looksOf = (pairs: readonly LookPair[]) =>
  sql`${slotArrays(pairs)}, ${byteas(pairs.map(({ looks }) => looks[0]))}, ${byteas(pairs.map(({ looks }) => looks[1]))}`;

/**
 * Standing decisions of which one side is one of a slot's two looks, newest first.
 * @param pairs each once
 */
export async function listChoices(
  database: Database,
  suiteId: number,
  pairs: readonly LookPair[],
): Promise<ChoiceRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<ChoiceRow>`
    select ${preparedIfFew(pairs)} wanted.place::int - 1 place, d.id, d.kind, d.diff_id, d.branch, d.automatic, d.actor, d.created_at,
      d.base_pixels base, d.head_pixels head, d.target_pixels target
    from unnest(${looksOf(pairs)}) with ordinality wanted (name, viewport, browser, one, other, place)
    cross join lateral (
      select * from decisions
      where suite_id = ${suiteId} and ${slotIn('decisions')} = ${slotIn('wanted')} and revoked_at is null and persistent
        and (base_pixels is not distinct from wanted.one or base_pixels is not distinct from wanted.other
          or head_pixels is not distinct from wanted.one or head_pixels is not distinct from wanted.other)
      order by id desc limit ${mostDecisions}
    ) d
    order by d.id desc`.execute(database);
  return rows;
}

/** The build in which something was decided: thousands of decisions are of a few. */
export interface DecidedBuild {
  diffId: string;
  /** The branches that were named for promotions, as they were called when the diff was made; null where none were. */
  targetRefs: string[] | null;
  createdAt: Date;
  commit: string | null;
  checkout: string | null;
}

/** The builds of some diffs; of a diff that is gone, none. */
export async function listDecidedBuilds(
  database: Database,
  diffIds: readonly string[],
): Promise<DecidedBuild[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<DecidedBuild>`
    select ${preparedIfFew(diffIds)} diffs.id diff_id, diffs.target_refs, diffs.created_at, captures.commit,
      coalesce(captures.checkout, captures.commit) checkout
    from diffs join captures on captures.id = diffs.head_capture_id
    where diffs.id = any(${diffIds}::text[])`.execute(database);
  return rows;
}

export interface AcceptedRow {
  /** Of the pair that it was found for, from 0. */
  place: number;
  look: Look;
  /** Only entries of the default branch have none (R5); elsewhere the target may have had nothing, which is a root, too. */
  hasRoot: boolean;
  root: Look;
  places: string[];
  diffId: string | null;
  decisionId: number | null;
}

/**
 * Standing shared entries of any branch that look, or whose root looks, like one of a slot's two looks.
 * @param pairs each once
 */
export async function listAcceptedLooks(
  database: Database,
  suiteId: number,
  line: DefaultLine,
  pairs: readonly LookPair[],
): Promise<AcceptedRow[]> {
  if (pairs.length === 0) return [];
  const { kept, apart } = lookUpBy(pairs);
  const hasRoot = sql`(entry.root_id is not null or not ${isOfLine('entry', line.defaultBranch, line)})`;
  const { rows } = await sql<AcceptedRow>`
    select ${kept} wanted.place::int - 1 place, entry.pixels look, ${hasRoot} has_root, root.pixels root,
      entry.places, entry.diff_id, entry.decision_id
    from unnest(${looksOf(pairs)}) with ordinality wanted (name, viewport, browser, one, other, place)
    cross join lateral (
      select * from baseline_entries
      where suite_id = ${suiteId} and ${slotIn('baseline_entries')} = ${slotIn('wanted')} and namespace = '' and revoked_seq is null
      ${apart}
    ) entry
    left join baseline_entries root on root.id = entry.root_id
    where entry.pixels is not distinct from wanted.one or entry.pixels is not distinct from wanted.other
      or (${hasRoot}
        and (root.pixels is not distinct from wanted.one or root.pixels is not distinct from wanted.other))`.execute(
    database,
  );
  return rows;
}
