import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Builds that replace each other: those of one suite and branch. */
export interface Lane {
  projectId: string;
  suiteId: number;
  branch: string;
}

/** A capture that has not ended, and a commit that was first captured after it began. */
export interface Overtaken {
  captureId: string;
  /** The session that it is of. */
  sessionId: string | null;
  commit: string;
  /** Commits that its client named as reachable. */
  history: readonly string[];
  /** Captured for the first time in this suite and branch after the capture began. */
  later: string;
}

/**
 * Captures of a suite and branch that have not ended, with each commit that was first captured there after they began, the
 * newest first. A commit that is built once more was captured before, so that it overtakes nothing.
 */
export async function listOvertaken(
  database: Database,
  { projectId, suiteId, branch }: Lane,
): Promise<Overtaken[]> {
  const { rows } = await sql<Overtaken>`
    with lane as not materialized (
      select id, commit, created_at, completed_at, history from captures
      where project_id = ${projectId} and suite_id = ${suiteId} and branch = ${branch} and commit is not null
        and namespace = '' and not ephemeral
    ), running as (
      select lane.*, session.id session_id from lane
      left join review_session_suites opened on opened.capture_id = lane.id
      left join review_sessions session on session.project_id = opened.project_id and session.id = opened.session_id
      where lane.completed_at is null and not coalesce(session.implicit, false)
    )
    select running.id capture_id, running.session_id, running.commit, running.history, later.commit later
    from running join lane later on later.created_at > running.created_at and later.commit <> running.commit
      and not exists (
        select from lane known where known.commit = later.commit and known.created_at <= running.created_at)
    order by later.created_at desc, later.id desc`.execute(database);
  return rows;
}
