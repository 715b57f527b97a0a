import type { CompletedSession } from '@svc/schema';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { ReviewSessions } from '../tables.js';

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

export const findReviewSession = (
  database: Database,
  projectId: string,
  id: string,
): Promise<ReviewSessionRow | undefined> =>
  database
    .selectFrom('review_sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The session, held until the end of the transaction; uploads wait. */
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

/** In the order of the suites' ids, in which they are locked too. */
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
    .orderBy('suite_id')
    .execute();

/** Newest first; `before` is the last one seen. Those that were made for one upload are left out. */
export const listReviewSessions = (
  database: Database,
  projectId: string,
  filter: { suite?: string | undefined; before: readonly [string, string] | null; limit: number },
): Promise<(ReviewSessionRow & { created_text: string })[]> =>
  database
    .selectFrom('review_sessions as session')
    .selectAll('session')
    .select(sql<string>`session.created_at::text`.as('created_text'))
    .where('session.project_id', '=', projectId)
    .where('session.implicit', '=', false)
    .$if(filter.suite !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('review_session_suites as opened')
            .innerJoin('suites', 'suites.id', 'opened.suite_id')
            .whereRef('opened.project_id', '=', 'session.project_id')
            .whereRef('opened.session_id', '=', 'session.id')
            .where('suites.name', '=', filter.suite ?? '')
            .select('opened.session_id'),
        ),
      ),
    )
    .$if(filter.before !== null, (query) =>
      query.where(
        sql<boolean>`(session.created_at, session.id) < (${filter.before?.[0]}::timestamptz, ${filter.before?.[1]})`,
      ),
    )
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(filter.limit)
    .execute();

/** The suites of some sessions. */
export const listSuitesOfSessions = (
  database: Database,
  projectId: string,
  sessionIds: readonly string[],
): Promise<{ session_id: string; diff_id: string }[]> =>
  sessionIds.length === 0
    ? Promise.resolve([])
    : database
        .selectFrom('review_session_suites')
        .select(['session_id', 'diff_id'])
        .where('project_id', '=', projectId)
        .where('session_id', 'in', [...sessionIds])
        .execute();

/** The capture and diff of a suite, by its name. */
export const findSessionSuite = (
  database: Database,
  projectId: string,
  sessionId: string,
  suite: string,
): Promise<SessionSuite | undefined> =>
  database
    .selectFrom('review_session_suites as opened')
    .innerJoin('suites', 'suites.id', 'opened.suite_id')
    .select(['opened.suite_id', 'opened.capture_id', 'opened.diff_id'])
    .where('opened.project_id', '=', projectId)
    .where('opened.session_id', '=', sessionId)
    .where('suites.name', '=', suite)
    .executeTakeFirst();

const selectOpened = (database: Database) =>
  database
    .selectFrom('review_session_suites as opened')
    .innerJoin('review_sessions as session', (join) =>
      join
        .onRef('session.project_id', '=', 'opened.project_id')
        .onRef('session.id', '=', 'opened.session_id'),
    )
    .select('session.id');

/** Whether a capture belongs to a session that has not ended. */
export const isInOpenSession = async (database: Database, captureId: string): Promise<boolean> =>
  (await selectOpened(database)
    .where('opened.capture_id', '=', captureId)
    .where('session.completed_at', 'is', null)
    .where('session.expired_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Whether a capture belongs to a session. */
export const isInSession = async (database: Database, captureId: string): Promise<boolean> =>
  (await database
    .selectFrom('review_session_suites')
    .select('session_id')
    .where('capture_id', '=', captureId)
    .executeTakeFirst()) !== undefined;

/** Whether a diff was made for one upload that named no session. */
export const isOfOneUpload = async (database: Database, diffId: string): Promise<boolean> =>
  (await selectOpened(database)
    .where('opened.diff_id', '=', diffId)
    .where('session.implicit', '=', true)
    .executeTakeFirst()) !== undefined;

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
  end: { exitCode: number; answer: CompletedSession['diffs'] },
): Promise<void> => {
  await database
    .updateTable('review_sessions')
    .set({
      exit_code: end.exitCode,
      completed_at: sql<Date>`clock_timestamp()`,
      answer: JSON.stringify(end.answer),
    })
    .where('project_id', '=', session.project_id)
    .where('id', '=', session.id)
    .execute();
};

export const setSessionExpired = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'project_id' | 'id'>,
): Promise<void> => {
  await database
    .updateTable('review_sessions')
    .set({ expired_at: sql<Date>`now()` })
    .where('project_id', '=', session.project_id)
    .where('id', '=', session.id)
    .execute();
};

/** An open session without an upload for `idleHours`, held until the end of the transaction; one in use is left out. */
export async function lockIdleSession(
  transaction: Database,
  idleHours: number,
): Promise<ReviewSessionRow | undefined> {
  const { rows } = await sql<ReviewSessionRow>`
    select * from review_sessions session
    where completed_at is null and expired_at is null
      and created_at < now() - ${idleHours} * interval '1 hour'
      and not exists (
        select from review_session_suites opened join snapshots on snapshots.capture_id = opened.capture_id
        where opened.project_id = session.project_id and opened.session_id = session.id
          and snapshots.uploaded_at > now() - ${idleHours} * interval '1 hour')
    order by created_at limit 1 for update skip locked`.execute(transaction);
  return rows[0];
}
