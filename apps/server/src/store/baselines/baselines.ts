import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { LogEntry } from '../../domain/baselines/hasMoved.js';
import type { Slot } from '../../domain/slot.js';
import { announce } from '../announcements/announce.js';
import { byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { isOneOf, slotArrays, slotColumns, slotIn } from '../slots.js';
import type { BaselineEntries, Images, Projects } from '../tables.js';

/** The newest number given to a promotion or revocation. Meaningful under the baselines' lock of a suite. */
export async function readBaselineMark(database: Database): Promise<number> {
  const { rows } = await sql<{ mark: number }>`
    select case when is_called then last_value else 0 end mark from baseline_sequence`.execute(database);
  return rows[0]?.mark ?? 0;
}

/**
 * What happened to slots after `mark`: their promotions and revocations since then, and on the branches in `named` also
 * the entry that was active at the mark, the promotions of one diff aside.
 */
export async function listLogsSince(
  database: Database,
  options: {
    suiteId: number;
    namespaces: readonly string[];
    branches: readonly string[];
    named: readonly string[];
    mark: number;
    diffId: string;
    slots: readonly Slot[];
  },
): Promise<(Slot & LogEntry & { branch: string })[]> {
  const { suiteId, namespaces, branches, named, mark, diffId } = options;
  const isAsked = sql`namespace = any(${namespaces}::text[]) and branch = any(${branches}::text[])
    and ${isOneOf('entry', options.slots)}`;
  const { rows } = await sql<Slot & LogEntry & { branch: string }>`
    with touched as materialized (
      select * from baseline_entries entry where suite_id = ${suiteId} and id > ${mark} and ${isAsked}
      union all
      select * from baseline_entries entry
      where suite_id = ${suiteId} and revoked_seq > ${mark} and id <= ${mark} and ${isAsked}
    )
    select branch, name, viewport, browser, id, revoked_seq revoked_at, diff_id from touched
    union all
    select log.branch, slot.name, slot.viewport, slot.browser, stood.id, stood.revoked_seq, stood.diff_id
    from (select distinct name, viewport, browser from touched where branch = any(${named}::text[])) slot
    cross join unnest(${namespaces}::text[]) own (namespace)
    cross join unnest(${named}::text[]) log (branch)
    cross join lateral (
      select id, revoked_seq, diff_id from baseline_entries entry
      where suite_id = ${suiteId} and namespace = own.namespace and branch = log.branch and ${slotIn('entry')} = ${slotIn('slot')}
        and id <= ${mark} and (revoked_seq is null or revoked_seq > ${mark}) and diff_id is distinct from ${diffId}
      order by id desc limit 1
    ) stood`.execute(database);
  return rows;
}

/** An image that becomes a baseline of its slot, or a tombstone. */
interface NewEntry
  extends Slot,
    Pick<Selectable<BaselineEntries>, 'hash' | 'pixels' | 'rootId' | 'decisionId' | 'actor'> {}

/** Entries of one log from one capture. */
type NewEntries = Pick<
  Selectable<BaselineEntries>,
  'projectId' | 'suiteId' | 'namespace' | 'branch' | 'captureId' | 'commit' | 'diffId' | 'places'
> & { entries: readonly NewEntry[] };

/**
 * In one statement, whatever their number.
 * @returns the slots with the ids of their entries
 */
export async function insertEntries(
  transaction: Database,
  { entries, ...from }: NewEntries,
): Promise<(Slot & { id: number })[]> {
  if (entries.length === 0) return [];
  const { suiteId, branch } = from;
  const { rows } = await sql<Slot & { id: number }>`
    insert into baseline_entries (project_id, suite_id, namespace, branch, name, viewport, browser, hash, pixels, capture_id,
      commit, places, root_id, diff_id, decision_id, actor)
    select ${from.projectId}, ${suiteId}::bigint, ${from.namespace}, ${branch}, name, viewport, browser, hash, pixels,
      ${from.captureId}, ${from.commit}, ${from.places}::text[], root, ${from.diffId}, decision, actor
    from unnest(${slotArrays(entries)}, ${byteas(entries.map(({ hash }) => hash))},
      ${byteas(entries.map(({ pixels }) => pixels))}, ${entries.map(({ rootId }) => rootId)}::bigint[],
      ${entries.map(({ decisionId }) => decisionId)}::bigint[], ${entries.map(({ actor }) => actor)}::text[])
      entry (name, viewport, browser, hash, pixels, root, decision, actor)
    returning id, name, viewport, browser`.execute(transaction);
  await announce(transaction, { kind: 'suite', suiteId, branch });
  return rows;
}

/** What a diff promoted and nobody has revoked. */
export const listStandingPromotions = (database: Database, diffId: string) =>
  database
    .selectFrom('baselineEntries')
    .select([...slotColumns, 'hash'])
    .where('diffId', '=', diffId)
    .where('revokedSeq', 'is', null)
    .execute();

/** A suite whose baselines are listed, and what its project calls and called its default branch (R42). */
export interface ListedSuite extends Pick<Selectable<Projects>, 'defaultBranch' | 'formerBranches'> {
  suiteId: number | RawBuilder<number>;
}

/**
 * Shared entries of a suite that are active in general, each with the branch by today's name: under what the default branch
 * was called before, its log counts up to the renaming.
 */
export function activeEntries({ suiteId, defaultBranch, formerBranches }: ListedSuite) {
  const former = formerBranches.map(
    ({ name, until }) => sql`when branch = ${name} and id <= ${until} then ${defaultBranch}`,
  );
  const line = former.length === 0 ? sql`branch` : sql`case ${sql.join(former, sql` `)} else branch end`;
  return sql`(
    select *, ${line} line from baseline_entries
    where suite_id = ${suiteId} and namespace = '' and revoked_seq is null and covered_by is null
  )`;
}

/**
 * The slots of a suite that have an active shared baseline, each with the id of its entry. Only columns of one index are read:
 * what an entry says is read for those that are shown.
 * @param condition of the columns line, name, viewport and browser
 */
function activeSlots(suite: ListedSuite, condition = sql<boolean>`true`) {
  return sql`(
    select * from (
      select distinct on (line, name, viewport, browser) id, line, name, viewport, browser
      from ${activeEntries(suite)} entry where ${condition}
      order by line, name, viewport, browser, id desc
    ) newest where not exists (
      select from ${activeEntries(suite)} removal where removal.id = newest.id and removal.hash is null)
  )`;
}

/** How many active shared baselines the default branch of a suite has. */
export const countBaselines = (suite: ListedSuite): RawBuilder<number> =>
  sql<number>`(select count(*)::int from ${activeSlots(suite, sql`line = ${suite.defaultBranch}`)} active)`;

/** Branches that have an active baseline; private namespaces are left out (R19). */
export async function listBaselineRefs(database: Database, suite: ListedSuite): Promise<string[]> {
  const { rows } = await sql<{ branch: string }>`
    select distinct line branch from ${activeSlots(suite)} active order by line`.execute(database);
  return rows.map((row) => row.branch);
}

export interface BaselineRow
  extends Slot,
    Pick<Selectable<BaselineEntries>, 'branch' | 'commit' | 'captureId' | 'diffId' | 'createdAt'>,
    Pick<Selectable<Images>, 'hash' | 'width' | 'height'> {}

/**
 * Branches that have an active baseline, the default one first, then the newest; private namespaces are left out. Only columns
 * of one index are read, and the newest entry of each branch: entries of a suite are numbered in the order of their making.
 */
export async function listBaselineBranches(
  database: Database,
  suite: ListedSuite,
): Promise<{ branch: string; count: number; newest: Date }[]> {
  const { rows } = await sql<{ branch: string; count: number; newest: Date }>`
    select counted.branch, counted.count, entry.created_at newest
    from (
      select line branch, count(*)::int count, max(id) newest from ${activeSlots(suite)} active group by line
    ) counted
    join baseline_entries entry on entry.id = counted.newest
    order by counted.branch = ${suite.defaultBranch} desc, newest desc, counted.branch`.execute(database);
  return rows;
}

/** Active shared baselines in the order branch, name, viewport, browser; `after` is the last one seen. */
export async function listBaselines(
  database: Database,
  suite: ListedSuite,
  options: {
    branch: string | null;
    /** A part of the name, whatever the case of letters from a to z. */
    part: string;
    after: readonly [string, string, string, string] | null;
    limit: number;
  },
): Promise<BaselineRow[]> {
  const [branch, ...slot] = options.after ?? ['', '', '', ''];
  const isAsked = sql<boolean>`(${options.branch}::text is null or line = ${options.branch})
    and (${options.part === ''} or position(lower(${options.part}::text collate "default") in lower(name collate "default")) > 0)
    and (${options.after === null} or (line, name, viewport, browser) > (${branch}, ${sql.join(slot)}))`;
  const { rows } = await sql<BaselineRow>`
    select active.line branch, active.name, active.viewport, active.browser, entry.hash, entry.commit, entry.capture_id,
      entry.diff_id, entry.created_at, images.width, images.height
    from (
      select * from ${activeSlots(suite, isAsked)} shown order by line, name, viewport, browser limit ${options.limit}
    ) active
    join baseline_entries entry on entry.id = active.id
    join images on images.project_id = entry.project_id and images.hash = entry.hash
    order by active.line, active.name, active.viewport, active.browser`.execute(database);
  return rows;
}
