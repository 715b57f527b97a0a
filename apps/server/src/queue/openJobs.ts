import { sql } from 'kysely';
import type { Database } from '../store/database.js';
import { type JobName, type Jobs, jobPolicy } from './jobs.js';

/** Work that has not been done. */
export type OpenJob = { [Name in JobName]: { name: Name; data: Jobs[Name] } }[JobName];

/** Of a job that waits or runs. */
export const isOpen = sql`state in ('created', 'retry', 'active')`;

/** The jobs that have not ended, also those that are running, and those that were given up and whose end nobody has noted yet. */
export async function listOpenJobs(database: Database): Promise<OpenJob[]> {
  const { rows: made } = await sql<{ isMade: boolean }>`
    select to_regclass('pgboss.job') is not null is_made`.execute(database);
  if (!made[0]?.isMade) return [];
  const { rows } = await sql<OpenJob>`
    select regexp_replace(name, '-given-up$', '') name, data from pgboss.job
    where ${isOpen} order by created_on, id`.execute(database);
  return rows
    .filter(({ name }) => Object.hasOwn(jobPolicy, name))
    .map(({ name, data }) => ({ name, data }) as OpenJob);
}

/** Whether a job waits or runs that was given this. */
export async function isJobOpen<Name extends JobName>(
  database: Database,
  name: Name,
  data: Jobs[Name],
): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${name} and ${isOpen} and data @> ${JSON.stringify(data)}::jsonb
    limit 1`.execute(database);
  return rows.length > 0;
}
