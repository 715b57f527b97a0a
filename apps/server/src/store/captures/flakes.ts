import type { DoubtCause } from '@svc/schema';
import { sql } from 'kysely';
import { type Slot, slotOf } from '../../domain/slot.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';
import type { CaptureRow } from './captures.js';

/**
 * Notes the slots of a capture whose images cannot be relied on: those that the fleet found unstable, and those that
 * differ from the newest earlier capture of the same commit. Local captures are of no commit alone. Pixels of an image with
 * ignored regions are expected to differ.
 */
export async function insertFlakes(transaction: Database, capture: CaptureRow): Promise<void> {
  await sql`
    with earlier as (
      select id, project_id from captures
      where project_id = ${capture.projectId} and suite_id = ${capture.suiteId} and commit = ${capture.commit}
        and namespace = '' and ${capture.namespace} = '' and status = 'completed' and id < ${capture.id}
      order by id desc limit 1
    )
    insert into flakes (project_id, capture_id, suite_id, name, viewport, browser, kind, cause, hash, other_hash,
      other_capture_id)
    select own.project_id, own.capture_id, ${capture.suiteId}, own.name, own.viewport, own.browser,
      case when own.unstable then 'unstable' else 'recaptured' end, doubts.cause, own.hash,
      coalesce(doubts.other_hash, other_image.hash),
      case when doubts.other_hash is null and other_image.hash is not null then other.capture_id end
    from snapshots own
    left join doubts on own.unstable and doubts.capture_id = own.capture_id and ${slotIn('doubts')} = ${slotIn('own')}
    left join images on images.project_id = ${capture.projectId} and images.hash = own.hash
    left join earlier on true
    left join lateral (
      select capture_id, hash, carried_from from snapshots other
      where other.capture_id = earlier.id and ${slotIn('other')} = ${slotIn('own')} offset 0
    ) other on other.carried_from is null
    left join images other_image on other_image.project_id = earlier.project_id and other_image.hash = other.hash
      and images.pixel_hash <> other_image.pixel_hash
    where own.capture_id = ${capture.id} and own.status = 'captured' and own.carried_from is null
      and (own.unstable or (own.ignored is null and other_image.hash is not null))
    on conflict do nothing`.execute(transaction);
}

/** Notes slots of a diff's head that came back to what was decided against (R16). */
export async function insertFlakesOf(
  transaction: Database,
  { id, headCaptureId, suiteId }: { id: string; headCaptureId: string; suiteId: number },
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  await sql`
    insert into flakes (project_id, capture_id, suite_id, name, viewport, browser, kind, hash, other_hash, diff_id)
    select results.project_id, ${headCaptureId}, ${suiteId}, flipped.*, 'flipped', results.head_hash, results.base_hash,
      results.diff_id
    from unnest(${slotArrays(slots)}) flipped (name, viewport, browser)
    join results on results.diff_id = ${id} and ${slotIn('results')} = ${slotIn('flipped')}
    on conflict do nothing`.execute(transaction);
}

/** Notes why the fleet doubts its image of a slot, and the other one. The caller holds the capture. */
export async function putDoubt(
  transaction: Database,
  { id, projectId }: Pick<CaptureRow, 'id' | 'projectId'>,
  slot: Slot,
  { cause, otherHash }: { cause: DoubtCause; otherHash: string | null },
): Promise<void> {
  const told = { cause, otherHash: bytea(otherHash) };
  await transaction
    .insertInto('doubts')
    .values({ projectId, captureId: id, ...slotOf(slot), ...told })
    .onConflict((conflict) =>
      conflict.columns(['captureId', 'name', 'viewport', 'browser']).doUpdateSet(told),
    )
    .execute();
}

/**
 * How often each snapshot of a suite looked different for no reason; those that never did are left out. Flakes of captures that
 * were deleted count.
 * @param slots only these; all without
 */
export async function countFlakes(
  database: Database,
  suiteId: number,
  slots?: readonly Slot[],
): Promise<(Slot & { count: number })[]> {
  const isAsked = (table: string) => (slots ? isOneOf(table, slots) : sql`true`);
  const { rows } = await sql<Slot & { count: number }>`
    select ${prepared} name, viewport, browser, sum(count)::int count from (
      select name, viewport, browser, unstable_count + recaptured_count + retried_count + flipped_count count
      from flaky_slots where suite_id = ${suiteId} and ${isAsked('flaky_slots')}
      union all
      select name, viewport, browser, 1 from flakes
      where project_id = (select project_id from suites where id = ${suiteId}) and suite_id = ${suiteId} and not is_scored
        and ${isAsked('flakes')}
    ) flaky group by name, viewport, browser`.execute(database);
  return rows;
}
