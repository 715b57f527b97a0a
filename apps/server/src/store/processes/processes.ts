import { sql } from 'kysely';
import type { ProcessRole } from '../../domain/processRoles.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';

/** A process of the service, on this machine or another. */
export interface ProcessRow {
  id: string;
  roles: ProcessRole[];
  host: string;
  version: string;
  /** Names of the places where it keeps its blobs. */
  blobPlaces: string[];
}

/** Seconds between two signs of life. */
export const heartbeatSeconds = 5;

/** Without a sign of life for so long, a process has ended. */
const goneAfterSeconds = 4 * heartbeatSeconds;

const isAlive = sql<boolean>`seen_at > now() - make_interval(secs => ${goneAfterSeconds})`;

/** Says that a process is alive. Others may have forgotten it, such as on a machine that was asleep. */
export async function noteAlive(database: Database, process: ProcessRow): Promise<void> {
  const seenAt = sql<Date>`now()`;
  await database
    .insertInto('processes')
    .values({ ...process, seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt }))
    .execute();
}

/** Forgets processes that ended long ago without saying so. */
export async function removeGone(database: Database): Promise<void> {
  await sql`delete from processes where seen_at < now() - interval '1 day'`.execute(database);
}

export async function removeProcess(database: Database, id: string): Promise<void> {
  await database.deleteFrom('processes').where('id', '=', id).execute();
}

/** The machines on which processes are alive. */
export const listHosts = async (database: Database): Promise<string[]> => {
  const rows = await database
    .selectFrom('processes')
    .select('host')
    .distinct()
    .where(isAlive)
    .orderBy('host')
    .execute();
  return rows.map(({ host }) => host);
};

/** The machines on which processes are alive that keep no blobs in any of these places. */
export const listHostsElsewhere = async (
  database: Database,
  places: readonly string[],
): Promise<string[]> => {
  const rows = await database
    .selectFrom('processes')
    .select('host')
    .distinct()
    .where(isAlive)
    .where(sql<boolean>`not blob_places && ${places}::text[]`)
    .orderBy('host')
    .execute();
  return rows.map(({ host }) => host);
};

/** How many processes with a role are alive. */
export async function countProcesses(database: Database, role: ProcessRole): Promise<number> {
  const { count } = await database
    .selectFrom('processes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isAlive)
    .where(sql<boolean>`roles @> ${[role]}::text[]`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * How many captures of all projects have a turn before a capture has its next one, with those that are being captured; null for
 * one that is being captured itself. See `giveTurns`.
 */
export async function countCapturesAhead(database: Database, id: string): Promise<number | null> {
  const { rows } = await sql<{ ahead: number | null }>`
    with queued as (
      select captures.id, job.state = 'active' is_active, -job.priority turn, job.created_on
      from pgboss.job join captures on captures.id = job.data ->> 'captureId' and captures.completed_at is null
      where job.name = 'captureTargets' and job.state in ('created', 'retry', 'active')
    ), own as (
      select turn, created_on from queued where id = ${id} and not is_active order by turn, created_on limit 1
    )
    select case when not exists (select from queued where id = ${id} and is_active) then (
      select count(distinct queued.id)::int from queued, own
      where queued.id <> ${id}
        and (is_active or (queued.turn, queued.created_on) < (own.turn, own.created_on))
    ) end ahead`.execute(database);
  return rows[0]?.ahead ?? null;
}

/** Until the end of the transaction, no other process starts. */
export async function lockStarts(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('svc start', 0))`.execute(transaction);
}

/** The hash of the blob that only the blob store of this deployment has; null before its first start. */
export async function findBlobsMarker(database: Database): Promise<string | null> {
  const row = await database.selectFrom('deployment').select('blobsMarker').executeTakeFirst();
  return row?.blobsMarker ?? null;
}

export async function setBlobsMarker(database: Database, hash: string): Promise<void> {
  const blobsMarker = bytea(hash);
  await database
    .insertInto('deployment')
    .values({ blobsMarker })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ blobsMarker }))
    .execute();
}
