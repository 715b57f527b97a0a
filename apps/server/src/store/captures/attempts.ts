import { type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { lookUpBy } from '../prepared.js';
import { isSlot, slotArrays, slotIn } from '../slots.js';
import type { SnapshotAttempts } from '../tables.js';
import type { CaptureRow } from './captures.js';

/**
 * Keeps the images of slots as earlier attempts before others replace them (R47). Where their pixels differ the slot is flaky, except in a
 * local run: there the code may have changed in between. The caller holds the capture.
 * @param replacing what replaces them, each in a slot of its own
 */
export async function keepAttempts(
  transaction: Database,
  capture: Pick<CaptureRow, 'id' | 'suiteId' | 'namespace'>,
  replacing: readonly (Slot & { hash: string })[],
): Promise<void> {
  if (replacing.length === 0) return;
  const hashes = byteas(replacing.map(({ hash }) => hash));
  await sql`
    ${lookUpBy(replacing).kept} with replaced as (
      update snapshots set attempt = attempt + 1
      from unnest(${slotArrays(replacing)}, ${hashes}) by (name, viewport, browser, hash)
      where capture_id = ${capture.id} and ${slotIn('snapshots')} = ${slotIn('by')} and status = 'captured'
        and carried_from is null
      returning project_id, capture_id, snapshots.name, snapshots.viewport, snapshots.browser, attempt - 1 attempt, snapshots.hash,
        uploaded_at, ignored is not null has_ignored, by.hash by_hash
    ), kept as (
      insert into snapshot_attempts (project_id, capture_id, name, viewport, browser, attempt, hash, uploaded_at)
      select project_id, capture_id, name, viewport, browser, attempt, hash, uploaded_at from replaced
    )
    insert into flakes (project_id, capture_id, suite_id, name, viewport, browser, kind, hash, other_hash)
    select replaced.project_id, capture_id, ${capture.suiteId}, name, viewport, browser, 'retried', after.hash, before.hash
    from replaced
    join images before on before.project_id = replaced.project_id and before.hash = replaced.hash
    join images after on after.project_id = replaced.project_id and after.hash = replaced.by_hash
    where before.pixel_hash <> after.pixel_hash and ${capture.namespace} = '' and not replaced.has_ignored
    on conflict do nothing`.execute(transaction);
}

/** The images of a capture that later attempts replaced, by slot, the oldest first. */
export const listAttempts = (
  database: Database,
  captureId: string,
): Promise<(Slot & Pick<Selectable<SnapshotAttempts>, 'attempt' | 'hash' | 'uploadedAt'>)[]> =>
  database
    .selectFrom('snapshotAttempts')
    .select(['name', 'viewport', 'browser', 'attempt', 'hash', 'uploadedAt'])
    .where('captureId', '=', captureId)
    .orderBy('attempt')
    .execute();

/** Which attempt of a slot, counted from 1, brought an image; the newest of several. */
export async function findAttempt(
  database: Database,
  captureId: string,
  slot: Slot,
  hash: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ attempt: number }>`
    select attempt from snapshots where capture_id = ${captureId} and ${isSlot('snapshots', slot)} and hash = ${bytea(hash)}
    union all select attempt from snapshot_attempts earlier
      where capture_id = ${captureId} and ${isSlot('earlier', slot)} and hash = ${bytea(hash)}
    order by attempt desc limit 1`.execute(database);
  return rows[0]?.attempt;
}
