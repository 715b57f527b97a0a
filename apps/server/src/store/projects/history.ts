import type { ResultCauses } from '@svc/schema';
import { type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { momentText } from '../momentText.js';
import { prepared } from '../prepared.js';
import { isSlot, slotColumns, slotIn } from '../slots.js';
import type { BaselineEntries, Comparisons, Decisions, Results, Snapshots } from '../tables.js';

/** One snapshot of a suite, in what is shared. */
export interface SlotPlace extends Slot {
  projectId: string;
  suiteId: number;
}

/** When something happened to a snapshot: in a diff, or in a capture that set its baselines directly. */
export interface Moment {
  id: string;
  isDiff: boolean;
  at: Date;
  /** `at` to the microsecond, and the id: where a list continues. */
  place: readonly [string, string];
}

/** Newest first; `before` is the last one seen. Private namespaces are left out (R19). */
export async function listMoments(
  database: Database,
  slot: SlotPlace,
  options: { before: readonly [string, string] | null; limit: number },
): Promise<Moment[]> {
  const { projectId, suiteId } = slot;
  const [at, id] = options.before ?? ['infinity', ''];
  const { rows } = await sql<Omit<Moment, 'place'> & { text: string }>`
    ${prepared} with moments as (
      select diffs.id, true is_diff, diffs.created_at at
      from (
        select diff_id from results where project_id = ${projectId} and ${isSlot('results', slot)}
          and status in ('changed', 'new', 'removed')
        union select diff_id from decisions where suite_id = ${suiteId} and ${isSlot('decisions', slot)}
        union select diff_id from baseline_entries
          where suite_id = ${suiteId} and ${isSlot('baseline_entries', slot)} and diff_id is not null
      ) touched
      join diffs on diffs.id = touched.diff_id
      join captures on captures.id = diffs.head_capture_id
      where diffs.suite_id = ${suiteId} and captures.namespace = ''
      union all
      select capture_id, false, min(created_at) from baseline_entries
      where suite_id = ${suiteId} and ${isSlot('baseline_entries', slot)} and namespace = '' and diff_id is null
      group by capture_id
    )
    select id, is_diff, at, ${momentText(sql.ref('at'))} text from moments
    where (at, id) < (${at}::timestamptz, ${id})
    order by at desc, id desc limit ${sql.lit(options.limit)}`.execute(database);
  return rows.map(({ text, ...moment }) => ({ ...moment, place: [text, moment.id] }));
}

type ResultColumns =
  | 'diffId'
  | 'status'
  | 'approvalStatus'
  | 'diffPercentage'
  | 'baselineSource'
  | 'headHash'
  | 'baseHash'
  | 'decidedBy'
  | 'decidedAt';

export interface HistoryResult
  extends Pick<Selectable<Results>, ResultColumns>,
    Pick<Selectable<Comparisons>, 'thumbnailHash'> {
  /** Null where it is not known why it changed. */
  causes: ResultCauses | null;
}

/** What some diffs found of the snapshot. */
export async function listHistoryResults(
  database: Database,
  slot: Slot,
  diffIds: readonly string[],
): Promise<HistoryResult[]> {
  const { rows } = await sql<HistoryResult>`
    select ${prepared} results.diff_id, results.status, results.approval_status, results.diff_percentage, results.baseline_source,
      results.head_hash, results.base_hash, comparisons.thumbnail_hash, results.decided_by, results.decided_at,
      known.causes
    from results left join comparisons on comparisons.id = results.comparison_id
    left join comparison_causes known on results.status = 'changed' and known.comparison_id = results.comparison_id
      and ${slotIn('known')} = ${slotIn('results')}
    where results.diff_id = any(${diffIds}::text[]) and ${isSlot('results', slot)}`.execute(database);
  return rows;
}

/** What was decided about the snapshot in some diffs, oldest first. */
export const listDecisionsOfSlot = (
  database: Database,
  slot: SlotPlace,
  diffIds: readonly string[],
): Promise<Pick<Selectable<Decisions>, 'diffId' | 'kind' | 'actor' | 'note' | 'createdAt' | 'revokedAt'>[]> =>
  database
    .selectFrom('decisions')
    .select(['diffId', 'kind', 'actor', 'note', 'createdAt', 'revokedAt'])
    .where('suiteId', '=', slot.suiteId)
    .where(isSlot('decisions', slot))
    .where(sql<boolean>`diff_id = any(${diffIds}::text[])`)
    .orderBy('id')
    .modifyEnd(prepared)
    .execute();

export interface Promotion
  extends Pick<
    Selectable<BaselineEntries>,
    'branch' | 'hash' | 'captureId' | 'diffId' | 'actor' | 'createdAt'
  > {
  isActive: boolean;
  isRevoked: boolean;
}

/** The baselines that came of some diffs and captures, oldest first. */
export async function listPromotions(
  database: Database,
  slot: SlotPlace,
  moments: readonly string[],
): Promise<Promotion[]> {
  const { rows } = await sql<Promotion>`
    select ${prepared} branch, hash, capture_id, diff_id, actor, created_at, revoked_seq is not null is_revoked,
      revoked_seq is null and covered_by is null and id = max(id) filter (where revoked_seq is null and covered_by is null) over (partition by branch) is_active
    from baseline_entries
    where suite_id = ${slot.suiteId} and ${isSlot('baseline_entries', slot)} and namespace = ''
    order by id`.execute(database);
  const wanted = new Set(moments);
  return rows.filter((row) => wanted.has(row.diffId ?? row.captureId));
}

/** The active baseline of the snapshot on each branch, the given branch first, then the newest. */
export async function listBaselinesOfSlot(
  database: Database,
  slot: SlotPlace,
  first: string,
): Promise<{ branch: string; hash: string; createdAt: Date }[]> {
  const { rows } = await sql<{ branch: string; hash: string; createdAt: Date }>`
    select ${prepared} branch, hash, created_at from (
      select distinct on (branch) * from baseline_entries
      where suite_id = ${slot.suiteId} and ${isSlot('baseline_entries', slot)} and namespace = ''
        and revoked_seq is null and covered_by is null
      order by branch, id desc
    ) active where hash is not null order by branch = ${first} desc, created_at desc, branch`.execute(
    database,
  );
  return rows;
}

/** The slots of a name that have or had baselines. */
export const listVariants = (
  database: Database,
  { suiteId, name }: Pick<SlotPlace, 'suiteId' | 'name'>,
): Promise<Slot[]> =>
  database
    .selectFrom('baselineEntries')
    .select(slotColumns)
    .distinct()
    .where('suiteId', '=', suiteId)
    .where('name', '=', name)
    .where('namespace', '=', '')
    .orderBy('viewport')
    .orderBy('browser')
    .modifyEnd(prepared)
    .execute();

/** In how many of the newest diffs of the suite the snapshot was compared, had changed, and had flaked. */
export async function countRecent(
  database: Database,
  slot: SlotPlace,
  diffs: number,
): Promise<{ compared: number; changed: number; flaked: number }> {
  const { rows } = await sql<{ compared: number; changed: number; flaked: number }>`
    ${prepared} with recent as (
      select id, head_capture_id from diffs where suite_id = ${slot.suiteId} and status = 'completed'
      order by id desc limit ${sql.lit(diffs)}
    )
    select count(*)::int compared, count(*) filter (where results.status = 'changed')::int changed,
      count(flakes.capture_id)::int flaked
    from recent
    join results on results.diff_id = recent.id and ${isSlot('results', slot)}
      and results.status in ('unchanged', 'changed')
    left join flakes on flakes.capture_id = recent.head_capture_id and ${slotIn('flakes')} = ${slotIn('results')}`.execute(
    database,
  );
  return rows[0] ?? { compared: 0, changed: 0, flaked: 0 };
}

/** The captures in which the snapshot looked different for no reason. */
export async function listFlakesOfSlot(database: Database, slot: SlotPlace): Promise<string[]> {
  const rows = await database
    .selectFrom('flakes')
    .select('captureId')
    .where('suiteId', '=', slot.suiteId)
    .where(isSlot('flakes', slot))
    .modifyEnd(prepared)
    .execute();
  return rows.map((row) => row.captureId);
}

/** What is known of the snapshot in some captures. */
export const listSnapshotsOfSlot = (
  database: Database,
  slot: Slot,
  captureIds: readonly string[],
): Promise<Pick<Selectable<Snapshots>, 'captureId' | 'hash' | 'renderer'>[]> =>
  database
    .selectFrom('snapshots')
    .select(['captureId', 'hash', 'renderer'])
    .where(sql<boolean>`capture_id = any(${captureIds}::text[])`)
    .where(isSlot('snapshots', slot))
    .modifyEnd(prepared)
    .execute();
