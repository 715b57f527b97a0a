import type { DoubtCause, FlakeKind, MissingPart, ResultCauses } from '@svc/schema';
import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { slotIn } from '../slots.js';

/** Days after which a flake counts half. */
const halfLife = sql.raw('14 * 86400');
/** A slot whose score is less is not listed: about 60 days after its only flake. */
const leastScore = sql.raw('0.05');
/** Flakes that one transaction scores. */
const flakesAtOnce = 5_000;

const levelOf = (time: string) => sql`extract(epoch from ${sql.raw(time)})::float8 / (${halfLife})`;
/** What a score of 1 is now. */
const unit = levelOf('now()');
const log2 = (value: ReturnType<typeof sql>) => sql`ln(${value}) / ln(2::float8)`;
/** 2 to something below 0, without an underflow. */
const power2 = (exponent: ReturnType<typeof sql>) => sql`power(2::float8, greatest(${exponent}, -200))`;

/** Ids of the projects that have flakes which are in no score yet. */
export async function listUnscored(database: Database): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select id project_id from projects
    where exists (select from flakes where flakes.project_id = projects.id and not is_scored) order by id`.execute(
    database,
  );
  return rows.map(({ projectId }) => projectId);
}

/**
 * Adds flakes of a project to the scores of their slots, oldest first. Captures leave this to a transaction of its own: theirs would
 * hold slots of each other.
 * @returns whether there may be more
 */
export async function scoreFlakes(transaction: Database, projectId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('flaky ' || ${projectId}, 0))`.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    with fresh as (
      select capture_id, name, viewport, browser from flakes
      where project_id = ${projectId} and not is_scored order by at limit ${flakesAtOnce} for update skip locked
    ), scored as (
      update flakes set is_scored = true from fresh
      where flakes.capture_id = fresh.capture_id and ${slotIn('flakes')} = ${slotIn('fresh')}
      returning flakes.suite_id, flakes.name, flakes.viewport, flakes.browser, flakes.kind, flakes.at
    ), summed as (
      select suite_id, name, viewport, browser, max(at) last_at, max(newest) + ${log2(sql`sum(${power2(sql`${levelOf('at')} - newest`)})`)} level,
        count(*) filter (where kind = 'unstable')::int unstable, count(*) filter (where kind = 'recaptured')::int recaptured,
        count(*) filter (where kind = 'retried')::int retried, count(*) filter (where kind = 'flipped')::int flipped
      from (select *, max(${levelOf('at')}) over (partition by suite_id, name, viewport, browser) newest from scored) rated
      group by suite_id, name, viewport, browser
    ), written as (
      insert into flaky_slots as kept (project_id, suite_id, name, viewport, browser, level, unstable_count,
        recaptured_count, retried_count, flipped_count, last_at)
      select ${projectId}, suite_id, name, viewport, browser, level, unstable, recaptured, retried, flipped, last_at from summed
      on conflict (suite_id, name, viewport, browser) do update set
        level = greatest(kept.level, excluded.level)
          + ${log2(sql`1 + ${power2(sql`-abs(kept.level - excluded.level)`)}`)},
        unstable_count = kept.unstable_count + excluded.unstable_count,
        recaptured_count = kept.recaptured_count + excluded.recaptured_count,
        retried_count = kept.retried_count + excluded.retried_count,
        flipped_count = kept.flipped_count + excluded.flipped_count,
        last_at = greatest(kept.last_at, excluded.last_at)
    )
    select count(*)::int count from scored`.execute(transaction);
  return rows[0]?.count === flakesAtOnce;
}

/** Where a list of flaky slots goes on: level, suite and slot of the last one. */
export type FlakyPlace = readonly [
  level: number,
  suiteId: number,
  name: string,
  viewport: string,
  browser: string,
];

export interface FlakyRow extends Slot {
  suiteId: number;
  suite: string;
  level: number;
  score: number;
  unstableCount: number;
  recapturedCount: number;
  retriedCount: number;
  flippedCount: number;
  lastAt: Date;
  kind: FlakeKind;
  cause: DoubtCause | null;
  captureId: string;
  branch: string | null;
  commit: string | null;
  otherCaptureId: string | null;
  diffId: string | null;
  hash: string | null;
  otherHash: string | null;
  missing: MissingPart[];
  isDependent: boolean;
  renderer: string | null;
  otherRenderer: string | null;
  causes: ResultCauses | null;
}

/** Flaky slots of a project, of one of its suites or of a name there, each with its newest flake. */
export async function listFlakySlots(
  database: Database,
  of: { projectId: string; suiteId: number | null; name: string | null },
  { after, limit }: { after: FlakyPlace | null; limit: number },
): Promise<FlakyRow[]> {
  const isOf = of.suiteId === null ? sql`project_id = ${of.projectId}` : sql`suite_id = ${of.suiteId}`;
  const isNamed = of.name === null ? sql`true` : sql`name = ${of.name}`;
  const [level, ...rest] = after ?? [];
  const isLater = after
    ? sql`level <= ${level}::float8 and (level < ${level}::float8 or (suite_id, name, viewport, browser) > (${sql.join(rest)}))`
    : sql`true`;
  const { rows } = await sql<FlakyRow>`
    select ${prepared} flaky.*, power(2::float8, flaky.level - (${unit})) score, suites.name suite, newest.kind, newest.cause,
      newest.capture_id, captures.branch, captures.commit, newest.other_capture_id, newest.hash, newest.other_hash,
      coalesce(newest.diff_id, diff.id) diff_id,
      coalesce(own.incomplete, '[]') || coalesce(other.incomplete, '[]') missing, coalesce(own.is_dependent, false) is_dependent,
      own.renderer, other.renderer other_renderer, compared.causes
    from (
      select * from flaky_slots
      where ${isOf} and ${isNamed} and level >= ${unit} + ${log2(sql`${leastScore}::float8`)} and ${isLater}
      order by level desc, suite_id, name, viewport, browser limit ${sql.lit(limit)}
    ) flaky
    join suites on suites.id = flaky.suite_id
    cross join lateral (
      select * from flakes where flakes.suite_id = flaky.suite_id and ${slotIn('flakes')} = ${slotIn('flaky')}
      order by at desc limit 1
    ) newest
    join captures on captures.id = newest.capture_id
    left join lateral (
      select id from diffs where head_capture_id = newest.capture_id order by id desc limit 1
    ) diff on true
    left join snapshots own on own.capture_id = newest.capture_id and ${slotIn('own')} = ${slotIn('flaky')}
    left join snapshots other on other.capture_id = newest.other_capture_id and ${slotIn('other')} = ${slotIn('flaky')}
    left join images image on image.project_id = flaky.project_id and image.hash = newest.hash
    left join images other_image on other_image.project_id = flaky.project_id and other_image.hash = newest.other_hash
    left join lateral (
      select known.causes from comparisons
      join comparison_causes known on known.comparison_id = comparisons.id and ${slotIn('known')} = ${slotIn('flaky')}
      where comparisons.project_id = flaky.project_id
        and (comparisons.base_pixels, comparisons.head_pixels) in
          ((image.pixel_hash, other_image.pixel_hash), (other_image.pixel_hash, image.pixel_hash))
      limit 1
    ) compared on true
    order by flaky.level desc, flaky.suite_id, flaky.name, flaky.viewport, flaky.browser`.execute(database);
  return rows;
}
