import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { slotArrays, slotIn } from '../slots.js';
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
    insert into flakes (capture_id, suite_id, name, viewport, browser)
    select own.capture_id, ${capture.suiteId}, own.name, own.viewport, own.browser
    from snapshots own
    left join images on images.project_id = ${capture.projectId} and images.hash = own.hash
    left join earlier on true
    left join snapshots other
      on other.capture_id = earlier.id and ${slotIn('other')} = ${slotIn('own')} and other.carried_from is null
    left join images other_image on other_image.project_id = earlier.project_id and other_image.hash = other.hash
    where own.capture_id = ${capture.id} and own.status = 'captured' and own.carried_from is null
      and (own.unstable or (own.ignored is null and images.pixel_hash <> other_image.pixel_hash))
    on conflict do nothing`.execute(transaction);
}

/** Notes slots of a diff's head that came back to what was decided against (R16). */
export async function insertFlakesOf(
  transaction: Database,
  { headCaptureId, suiteId }: { headCaptureId: string; suiteId: number },
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  await sql`
    insert into flakes (capture_id, suite_id, name, viewport, browser)
    select ${headCaptureId}, ${suiteId}, flipped.* from unnest(${slotArrays(slots)}) flipped (name, viewport, browser)
    on conflict do nothing`.execute(transaction);
}

/** How often each snapshot of a suite looked different for no reason; those that never did are left out. */
export async function countFlakes(
  database: Database,
  suiteId: number,
): Promise<(Slot & { count: number })[]> {
  const { rows } = await sql<Slot & { count: number }>`
    select name, viewport, browser, count(*)::int count from flakes where suite_id = ${suiteId}
    group by name, viewport, browser`.execute(database);
  return rows;
}
