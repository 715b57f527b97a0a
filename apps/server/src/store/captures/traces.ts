import { type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { slotColumns, slotIn } from '../slots.js';
import type { Traces } from '../tables.js';

export type TraceRow = Selectable<Traces>;

/** Of one diff. */
const mostListed = 1_000;

/** Keeps the trace of a snapshot, instead of the one that it may have had. */
export async function saveTrace(
  transaction: Database,
  trace: Slot & Pick<TraceRow, 'projectId' | 'captureId' | 'hash' | 'bytes'>,
): Promise<TraceRow> {
  const { bytes } = trace;
  const hash = bytea(trace.hash);
  return transaction
    .insertInto('traces')
    .values({ ...trace, hash })
    .onConflict((conflict) =>
      conflict.columns(['captureId', ...slotColumns]).doUpdateSet({ hash, bytes, uploadedAt: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A trace of these bytes; of several snapshots of one test, any. */
export const findTraceByHash = (
  database: Database,
  projectId: string,
  hash: string,
): Promise<TraceRow | undefined> =>
  database
    .selectFrom('traces')
    .selectAll()
    .where('hash', '=', bytea(hash))
    .where('projectId', '=', projectId)
    .limit(1)
    .executeTakeFirst();

/** The traces of what a diff shows as the current images, also of captures that these were carried from. */
export async function listTraceRows(
  database: Database,
  diff: { id: string; headCaptureId: string },
): Promise<TraceRow[]> {
  const { rows } = await sql<TraceRow>`
    select traces.* from results
    cross join lateral (
      select capture_id, carried_from from snapshots
      where capture_id = ${diff.headCaptureId} and ${slotIn('snapshots')} = ${slotIn('results')} offset 0
    ) snapshots
    cross join lateral (
      select * from traces
      where capture_id = coalesce(snapshots.carried_from, snapshots.capture_id) and ${slotIn('traces')} = ${slotIn('results')} offset 0
    ) traces
    where results.diff_id = ${diff.id}
    order by results.position limit ${mostListed}`.execute(database);
  return rows;
}
