import { sql } from 'kysely';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';

/** Bytes, and the files that have them. */
export interface Amount {
  bytes: number;
  files: number;
}

/** What a project may keep; null for no limit. */
export interface Quota {
  maxBytes: number | null;
  maxFiles: number | null;
}

/** Whether a project has a quota. */
export async function hasQuota(database: Database, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select ${prepared} from projects
    where id = ${projectId} and (max_bytes is not null or max_files is not null)`.execute(database);
  return rows.length > 0;
}

/** The quota of a project that has one. Until the end of the transaction, nobody else reserves a part of it. */
export async function lockQuota(transaction: Database, projectId: string): Promise<Quota | undefined> {
  const { rows } = await sql<Quota>`
    select max_bytes, max_files from projects
    where id = ${projectId} and (max_bytes is not null or max_files is not null)
    for no key update`.execute(transaction);
  return rows[0];
}

const keptIn = (projectId: string) => sql`
  select sum(amount) bytes, sum(count) files from usage_amounts where project_id = ${projectId} and month is null
  union all select sum(total_bytes), sum(file_count) from sites where project_id = ${projectId}
  union all select sum(bytes), count(*) from (
    select distinct hash, bytes from traces where project_id = ${projectId}) kept_traces`;

/**
 * What a project keeps, and what uploads under way have reserved there. Both are of one moment: what is recorded while this
 * is asked is in one of them, or in both until its reservation is given back.
 */
export async function sumKeptAndReserved(
  transaction: Database,
  projectId: string,
): Promise<{ kept: Amount; reserved: Amount }> {
  const { rows } = await sql<{ bytes: number; files: number; reservedBytes: number; reservedFiles: number }>`
    select coalesce(sum(bytes), 0)::bigint bytes, coalesce(sum(files), 0)::bigint files,
      coalesce(sum(reserved_bytes), 0)::bigint reserved_bytes, coalesce(sum(reserved_files), 0)::bigint reserved_files
    from (
      select kept.bytes, kept.files, 0 reserved_bytes, 0 reserved_files from (${keptIn(projectId)}) kept
      union all
      select 0, 0, bytes, files from quota_reservations where project_id = ${projectId} and expires_at > now()
    ) amounts`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  return {
    kept: { bytes: row.bytes, files: row.files },
    reserved: { bytes: row.reservedBytes, files: row.reservedFiles },
  };
}

/** Seconds for which an estimate is used: what is kept without a reservation, such as masks, is missing from it. */
const estimateSeconds = 60;

/** What a project keeps and has reserved, at most; undefined where that has to be summed up. */
export async function findEstimate(transaction: Database, projectId: string): Promise<Amount | undefined> {
  const { rows } = await sql<Amount>`
    select bytes, files from quota_estimates
    where project_id = ${projectId} and made_at > now() - make_interval(secs => ${estimateSeconds})`.execute(
    transaction,
  );
  return rows[0];
}

export const setEstimate = async (
  transaction: Database,
  projectId: string,
  { bytes, files }: Amount,
): Promise<void> => {
  await sql`
    insert into quota_estimates (project_id, bytes, files) values (${projectId}, ${bytes}, ${files})
    on conflict (project_id) do update set bytes = ${bytes}, files = ${files}, made_at = now()`.execute(
    transaction,
  );
};

/** Counts a further amount in an estimate, which gets no younger by that. */
export const addToEstimate = async (
  transaction: Database,
  projectId: string,
  { bytes, files }: Amount,
): Promise<void> => {
  await sql`
    update quota_estimates set bytes = bytes + ${bytes}, files = files + ${files}
    where project_id = ${projectId}`.execute(transaction);
};

/** Reserves an amount, and forgets what expired. */
export async function insertReservation(
  transaction: Database,
  projectId: string,
  { bytes, files }: Amount,
  minutes: number,
): Promise<number> {
  await sql`delete from quota_reservations where project_id = ${projectId} and expires_at <= now()`.execute(
    transaction,
  );
  const { rows } = await sql<{ id: number }>`
    insert into quota_reservations (project_id, bytes, files, expires_at)
    values (${projectId}, ${bytes}, ${files}, now() + make_interval(mins => ${minutes})) returning id`.execute(
    transaction,
  );
  return (rows[0] as { id: number }).id;
}

export const deleteReservation = async (database: Database, id: number): Promise<void> => {
  await sql`delete from quota_reservations where id = ${id}`.execute(database);
};
