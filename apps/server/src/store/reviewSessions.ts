import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database.js';
import type { ReviewSessions } from './tables.js';

export type ReviewSessionRow = Selectable<ReviewSessions>;

/** Makes the session unless it exists. */
export const ensureReviewSession = async (
  database: Database,
  session: Insertable<ReviewSessions>,
): Promise<void> => {
  await database
    .insertInto('review_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing())
    .execute();
};

/** The session, held until the end of the transaction. */
export const lockReviewSession = (
  transaction: Database,
  projectId: string,
  id: string,
): Promise<ReviewSessionRow | undefined> =>
  transaction
    .selectFrom('review_sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export interface SessionSuite {
  suite_id: number;
  capture_id: string;
  diff_id: string;
}

export const listSessionSuites = (
  database: Database,
  projectId: string,
  sessionId: string,
): Promise<SessionSuite[]> =>
  database
    .selectFrom('review_session_suites')
    .select(['suite_id', 'capture_id', 'diff_id'])
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .orderBy('diff_id')
    .execute();

/** The capture and diff of a suite in a session that takes uploads; undefined where the session or its suite is to be made. */
export const findOpenSuite = (
  database: Database,
  projectId: string,
  sessionId: string,
  suite: string,
): Promise<SessionSuite | undefined> =>
  database
    .selectFrom('review_session_suites as opened')
    .innerJoin('review_sessions as session', (join) =>
      join
        .onRef('session.project_id', '=', 'opened.project_id')
        .onRef('session.id', '=', 'opened.session_id'),
    )
    .innerJoin('suites', 'suites.id', 'opened.suite_id')
    .select(['opened.suite_id', 'opened.capture_id', 'opened.diff_id'])
    .where('opened.project_id', '=', projectId)
    .where('opened.session_id', '=', sessionId)
    .where('suites.name', '=', suite)
    .where('session.completed_at', 'is', null)
    .executeTakeFirst();

export const insertSessionSuite = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'project_id' | 'id'>,
  suite: SessionSuite,
): Promise<void> => {
  await database
    .insertInto('review_session_suites')
    .values({ project_id: session.project_id, session_id: session.id, ...suite })
    .execute();
};

export const setSessionCompleted = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'project_id' | 'id'>,
  exitCode: number,
): Promise<void> => {
  await database
    .updateTable('review_sessions')
    .set({ exit_code: exitCode, completed_at: sql<Date>`now()` })
    .where('project_id', '=', session.project_id)
    .where('id', '=', session.id)
    .execute();
};
