import type { ApprovalStatus, Box, DetailedCause, ResultCauses } from '@svc/schema';
import { sql } from 'kysely';
import { asTold, causesVersion } from '../../domain/causes/asTold.js';
import type { Slot } from '../../domain/slot.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { lookUpBy, prepared } from '../prepared.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';

/** A changed result and the comparison that found it. */
export interface ComparedResult extends Slot {
  comparisonId: number;
  baseHash: string;
  headHash: string;
  regions: Box[];
  /** The layout records that its causes were told from; null where they were not told, or not by this version. */
  baseLayout: string | null;
  headLayout: string | null;
}

/** The changed results of a diff whose images were compared: all, or those of some slots. */
export async function listCompared(
  database: Database,
  diffId: string,
  slots?: readonly Slot[],
): Promise<ComparedResult[]> {
  const { rows } = await sql<ComparedResult>`
    select ${slots ? lookUpBy(slots).kept : sql``} results.name, results.viewport, results.browser, results.comparison_id,
      results.base_hash, results.head_hash, comparison.regions, known.base_layout, known.head_layout
    from ${slots ? resultsOf(diffId, slots) : sql`results`}
    cross join lateral (
      select coalesce(regions, '[]') regions from comparisons where id = results.comparison_id offset 0
    ) comparison
    left join comparison_causes known
      on known.comparison_id = results.comparison_id and ${slotIn('known')} = ${slotIn('results')} and known.version = ${causesVersion}
    where results.diff_id = ${diffId} and results.status = 'changed' and results.base_hash is not null
      and results.head_hash is not null
    order by results.position`.execute(database);
  return rows;
}

/** The results of some slots, each looked up: a plan from when a diff had few results would read all that it has. */
const resultsOf = (diffId: string, slots: readonly Slot[]) => sql`
  (select distinct * from unnest(${slotArrays(slots)})) wanted (name, viewport, browser)
  cross join lateral (
    select * from results where diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('wanted')} ${lookUpBy(slots).apart}
  ) results`;

/** What is known of why a slot changed in a comparison. */
export interface ComparisonCausesRow extends Slot {
  comparisonId: number;
  baseLayout: string;
  headLayout: string;
  causes: ResultCauses;
  boxes: DetailedCause['boxes'][];
}

/** Keeps why a slot changed, in place of what other records or an earlier version told; not where the comparison is gone. */
export async function putCauses(
  database: Database,
  { comparisonId, name, viewport, browser, baseLayout, headLayout, causes, boxes }: ComparisonCausesRow,
): Promise<void> {
  await sql`
    insert into comparison_causes (comparison_id, name, viewport, browser, base_layout, head_layout, causes, boxes, version)
    select ${prepared} id, ${name}, ${viewport}, ${browser}, ${bytea(baseLayout)}::bytea, ${bytea(headLayout)}::bytea, ${JSON.stringify(causes)}::jsonb,
      ${JSON.stringify(boxes)}::jsonb, ${causesVersion}::integer
    from comparisons where id = ${comparisonId}
    on conflict (comparison_id, name, viewport, browser) do update set base_layout = excluded.base_layout,
      head_layout = excluded.head_layout, causes = excluded.causes, boxes = excluded.boxes, version = excluded.version`.execute(
    database,
  );
}

/** A changed result, and why it did; null where that is not known. */
export interface CausesOfResult extends Slot {
  approvalStatus: ApprovalStatus;
  causes: ResultCauses | null;
}

/** Why the changed results of a diff did, in their order: of all, or of those of some slots. */
export async function listCauses(
  database: Database,
  diffId: string,
  slots?: readonly Slot[],
): Promise<CausesOfResult[]> {
  const { rows } = await sql<CausesOfResult & Versioned>`
    select results.name, results.viewport, results.browser, results.approval_status, known.causes, known.version
    from results
    left join lateral (
      select causes, version from comparison_causes known
      where known.comparison_id = results.comparison_id and ${slotIn('known')} = ${slotIn('results')} offset 0
    ) known on true
    where results.diff_id = ${diffId} and results.status = 'changed'
      and ${slots ? isOneOf('results', slots) : sql`true`}
    order by results.position`.execute(database);
  return rows.map(({ version, causes, ...result }) => ({
    ...result,
    causes: causes && asTold(causes, version),
  }));
}

/** Which version told the causes of a row; null where it has none. */
interface Versioned {
  version: number | null;
}

/** Why one result of a diff changed, with the boxes of each cause; undefined where that is not known. */
export async function findDetailedCauses(
  database: Database,
  diffId: string,
  slot: Slot,
): Promise<Pick<ComparisonCausesRow, 'causes' | 'boxes'> | undefined> {
  const { rows } = await sql<Pick<ComparisonCausesRow, 'causes' | 'boxes'> & Versioned>`
    select known.causes, known.boxes, known.version
    from results
    join comparison_causes known
      on known.comparison_id = results.comparison_id and ${slotIn('known')} = ${slotIn('results')}
    where results.diff_id = ${diffId} and results.status = 'changed' and ${isOneOf('results', [slot])}`.execute(
    database,
  );
  const [found] = rows;
  return found && { boxes: found.boxes, causes: asTold(found.causes, found.version) };
}

/** The changed results of a diff whose every region one cause explains, as this version tells. */
export async function listExplained(database: Database, diffId: string, signature: string): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select results.name, results.viewport, results.browser
    from results
    join comparison_causes known
      on known.comparison_id = results.comparison_id and ${slotIn('known')} = ${slotIn('results')}
    where results.diff_id = ${diffId} and results.status = 'changed'
      and known.version = ${causesVersion} and known.causes @> ${JSON.stringify({ causes: [{ signature, isWhole: true }] })}::jsonb`.execute(
    database,
  );
  return rows;
}
