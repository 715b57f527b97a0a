import type { CaptureTarget } from '@svc/schema';
import { sql } from 'kysely';
import type { Chunk } from '../../domain/captures/splitChunks.js';
import type { Database } from '../database.js';
import { slotColumns } from '../slots.js';
import type { PendingTarget } from './captures.js';

export interface PlacedTarget extends PendingTarget {
  position: number;
}

/** What the fleet still has to capture, of a chunk or of the whole capture, in the order of its targets. */
export async function listPendingTargets(
  database: Database,
  captureId: string,
  chunk: Chunk | null,
): Promise<PlacedTarget[]> {
  const rows = await database
    .selectFrom('snapshots')
    .select([...slotColumns, 'target', 'position'])
    .where('captureId', '=', captureId)
    .where('status', '=', 'pending')
    .$if(chunk !== null, (query) =>
      query.where('position', '>=', chunk?.from ?? 0).where('position', '<', chunk?.to ?? 0),
    )
    .orderBy('position')
    .execute();
  return rows.flatMap(({ target, ...slot }) => (target ? [{ ...slot, target }] : []));
}

/** Notes that a capture is divided into chunks, the first of which ends at a position. */
export const setFirstChunkEnd = async (
  transaction: Database,
  captureId: string,
  firstChunkEnd: number,
): Promise<void> => {
  await transaction.updateTable('captures').set({ firstChunkEnd }).where('id', '=', captureId).execute();
};

/** Fails what is still pending of a chunk, with one reason for all. */
export const failPendingOfChunk = async (
  transaction: Database,
  captureId: string,
  { from, to }: Chunk,
  error: string,
): Promise<void> => {
  await transaction
    .updateTable('snapshots')
    .set({ status: 'failed', error })
    .where('captureId', '=', captureId)
    .where('status', '=', 'pending')
    .where('position', '>=', from)
    .where('position', '<', to)
    .execute();
};

/**
 * The targets of a capture that failed with these words, one for each message and build. Builds of which something was captured
 * are left out.
 */
export async function listFailedSaying(
  database: Database,
  captureId: string,
  words: string,
): Promise<{ error: string; target: CaptureTarget }[]> {
  const page = (table: string) => sql`split_part(${sql.ref(`${table}.target`)} ->> 'url', '?', 1)`;
  const { rows } = await sql<{ error: string; target: CaptureTarget }>`
    select distinct on (error, ${page('failed')}) error, target from snapshots failed
    where capture_id = ${captureId} and status = 'failed' and strpos(error, ${words}) > 0 and target is not null
      and not exists (
        select from snapshots captured
        where capture_id = ${captureId} and status = 'captured' and proven_from is null
          and ${page('captured')} = ${page('failed')})`.execute(database);
  return rows;
}
