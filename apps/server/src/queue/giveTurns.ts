import { sql } from 'kysely';
import type { Database } from '../store/database.js';
import type { JobName } from './jobs.js';
import { isOpen } from './openJobs.js';

/** Of a job that has no turn yet. The transaction that adds it gives it one. */
export const noTurn = -2_147_483_647;

/**
 * Gives each job of a project that waits its turn: projects take turns, and in each, a project has one job. Within a project, its
 * captures take turns, chunk by chunk. A project that had nothing to do begins with the turn that is due, so that it neither waits for
 * what others have collected nor gets ahead of them. The queue keeps a turn as a priority: the lower the turn, the higher.
 */
export async function giveTurns(transaction: Database, name: JobName, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('svc turns ' || ${projectId}, 0))`.execute(
    transaction,
  );
  await sql`
    with queued as materialized (
      select id, state = 'active' is_active, -priority turn, priority = ${noTurn}::int is_new,
        coalesce(data ->> 'projectId' = ${projectId}, false) is_own, data ->> 'captureId' capture_id,
        coalesce((data -> 'chunk' ->> 'from')::int, 0) begins_at
      from pgboss.job where name = ${name} and ${isOpen}
    ), due as (
      select coalesce(
        min(turn) filter (where is_own and not is_active and not is_new),
        greatest(
          max(turn) filter (where is_active),
          min(turn) filter (where not is_own and not is_active) - bool_or(is_active)::int,
          0) + bool_or(is_own and is_active)::int) turn
      from queued
    ), begun as (
      select capture_id, count(*) jobs from queued where is_active group by capture_id
    ), placed as (
      select id, capture_id, coalesce(jobs, 0)
        + row_number() over (partition by capture_id order by begins_at) round_of_captures
      from queued left join begun using (capture_id)
      where is_own and not is_active
    ), numbered as (
      select id, row_number() over (order by round_of_captures, capture_id) - 1 place from placed
    )
    update pgboss.job set priority = -(due.turn + numbered.place)
    from numbered, due
    where job.name = ${name} and job.id = numbered.id and job.state in ('created', 'retry')
      and priority <> -(due.turn + numbered.place)`.execute(transaction);
}
