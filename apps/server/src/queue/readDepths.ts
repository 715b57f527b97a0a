import { sql } from 'kysely';
import type { Database } from '../store/database.js';
import { jobPolicy } from './jobs.js';
import { isOpen } from './openJobs.js';

/** The jobs of one kind that have not ended. */
export interface Depth {
  job: string;
  waiting: number;
  active: number;
  /** Seconds for which the oldest has been waiting that could be taken; 0 where none is. */
  oldest: number;
}

/** How much work waits, also of those kinds of which none does. */
export async function readDepths(database: Database): Promise<Depth[]> {
  const { rows } = await sql<Depth>`
    select named.name job,
      count(*) filter (where state in ('created', 'retry'))::int waiting,
      count(*) filter (where state = 'active')::int active,
      coalesce(extract(epoch from now() - min(start_after) filter (
        where state in ('created', 'retry') and start_after <= now())), 0)::float8 oldest
    from unnest(${Object.keys(jobPolicy)}::text[]) named (name)
    left join pgboss.job on job.name = named.name and ${isOpen}
    group by named.name order by named.name`.execute(database);
  return rows;
}
