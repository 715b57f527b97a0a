import type { CompletedSession } from '@svc/schema';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { momentText } from '../momentText.js';
import { prepared } from '../prepared.js';
import type { ReviewSessionSuites, ReviewSessions } from '../tables.js';

export type ReviewSessionRow = Selectable<ReviewSessions>;

/** Makes the session unless it exists. */
export const ensureReviewSession = async (
  database: Database,
  session: Insertable<ReviewSessions>,
): Promise<void> => {
  await database
    .insertInto('reviewSessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .execute();
};

export const findReviewSession = (
  database: Database,
  projectId: string,
  id: string,
): Promise<ReviewSessionRow | undefined> =>
  database
    .selectFrom('reviewSessions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** The session, held until the end of the transaction; uploads wait. */
export const lockReviewSession = (
  transaction: Database,
  projectId: string,
  id: string,
): Promise<ReviewSessionRow | undefined> =>
  transaction
    .selectFrom('reviewSessions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type SessionSuite = Pick<Selectable<ReviewSessionSuites>, 'suiteId' | 'captureId' | 'diffId'>;

/** In the order of the suites' ids, in which they are locked too. */
export const listSessionSuites = (
  database: Database,
  projectId: string,
  sessionId: string,
): Promise<SessionSuite[]> =>
  database
    .selectFrom('reviewSessionSuites')
    .select(['suiteId', 'captureId', 'diffId'])
    .where('projectId', '=', projectId)
    .where('sessionId', '=', sessionId)
    .orderBy('suiteId')
    .modifyEnd(prepared)
    .execute();

/** Newest first; `before` is the last one seen. Those that were made for one upload are left out. */
export const listReviewSessions = (
  database: Database,
  projectId: string,
  filter: { suite?: string | undefined; before: readonly [string, string] | null; limit: number },
): Promise<(ReviewSessionRow & { createdText: string })[]> =>
  database
    .selectFrom('reviewSessions as session')
    .selectAll('session')
    .select(momentText(sql.ref('session.createdAt')).as('createdText'))
    .where('session.projectId', '=', projectId)
    .where('session.implicit', '=', false)
    .$if(filter.suite !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('reviewSessionSuites as opened')
            .innerJoin('suites', 'suites.id', 'opened.suiteId')
            .whereRef('opened.projectId', '=', 'session.projectId')
            .whereRef('opened.sessionId', '=', 'session.id')
            .where('suites.name', '=', filter.suite ?? '')
            .select('opened.sessionId'),
        ),
      ),
    )
    .$if(filter.before !== null, (query) =>
      query.where(
        sql<boolean>`(session.created_at, session.id) < (${filter.before?.[0]}::timestamptz, ${filter.before?.[1]})`,
      ),
    )
    .orderBy('session.createdAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(sql.lit(filter.limit))
    .modifyEnd(prepared)
    .execute();

/** The suites of some sessions. */
export const listSuitesOfSessions = (
  database: Database,
  projectId: string,
  sessionIds: readonly string[],
): Promise<{ sessionId: string; diffId: string }[]> =>
  sessionIds.length === 0
    ? Promise.resolve([])
    : database
        .selectFrom('reviewSessionSuites')
        .select(['sessionId', 'diffId'])
        .where('projectId', '=', projectId)
        .where(sql<boolean>`session_id = any(${sessionIds}::text[])`)
        .modifyEnd(prepared)
        .execute();

/** The capture and diff of a suite, by its name. */
export const findSessionSuite = (
  database: Database,
  projectId: string,
  sessionId: string,
  suite: string,
): Promise<SessionSuite | undefined> =>
  database
    .selectFrom('reviewSessionSuites as opened')
    .innerJoin('suites', 'suites.id', 'opened.suiteId')
    .select(['opened.suiteId', 'opened.captureId', 'opened.diffId'])
    .where('opened.projectId', '=', projectId)
    .where('opened.sessionId', '=', sessionId)
    .where('suites.name', '=', suite)
    .executeTakeFirst();

const selectOpened = (database: Database) =>
  database
    .selectFrom('reviewSessionSuites as opened')
    .innerJoin('reviewSessions as session', (join) =>
      join.onRef('session.projectId', '=', 'opened.projectId').onRef('session.id', '=', 'opened.sessionId'),
    )
    .select('session.id');

/** Whether a capture belongs to a session that has not ended. */
export const isInOpenSession = async (database: Database, captureId: string): Promise<boolean> =>
  (await selectOpened(database)
    .where('opened.captureId', '=', captureId)
    .where('session.completedAt', 'is', null)
    .where('session.expiredAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Those of some diffs that are of a session that has not ended. */
export async function listDiffsInOpenSessions(
  database: Database,
  diffIds: readonly string[],
): Promise<Set<string>> {
  if (diffIds.length === 0) return new Set();
  const rows = await selectOpened(database)
    .select('opened.diffId')
    .where(sql<boolean>`opened.diff_id = any(${diffIds}::text[])`)
    .where('session.completedAt', 'is', null)
    .where('session.expiredAt', 'is', null)
    .execute();
  return new Set(rows.map(({ diffId }) => diffId));
}

/** The session of a diff that ended without being completed: it has expired, or was cancelled. */
export const findExpiredSession = (
  database: Database,
  diffId: string,
): Promise<Pick<ReviewSessionRow, 'id' | 'cancelledBecause'> | undefined> =>
  selectOpened(database)
    .select('session.cancelledBecause')
    .where('opened.diffId', '=', diffId)
    .where('session.expiredAt', 'is not', null)
    .executeTakeFirst();

/** The session that a capture belongs to, unless that was made for one upload. */
export async function findSessionOf(database: Database, captureId: string): Promise<string | null> {
  const row = await selectOpened(database)
    .where('opened.captureId', '=', captureId)
    .where('session.implicit', '=', false)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether a capture belongs to a session. */
export const isInSession = async (database: Database, captureId: string): Promise<boolean> =>
  (await database
    .selectFrom('reviewSessionSuites')
    .select('sessionId')
    .where('captureId', '=', captureId)
    .executeTakeFirst()) !== undefined;

/** Whether a diff was made for one upload that named no session. */
export const isOfOneUpload = async (database: Database, diffId: string): Promise<boolean> =>
  (await selectOpened(database)
    .where('opened.diffId', '=', diffId)
    .where('session.implicit', '=', true)
    .executeTakeFirst()) !== undefined;

export const insertSessionSuite = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'projectId' | 'id'>,
  suite: SessionSuite,
): Promise<void> => {
  await database
    .insertInto('reviewSessionSuites')
    .values({ projectId: session.projectId, sessionId: session.id, ...suite })
    .execute();
};

export const setSessionCompleted = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'projectId' | 'id'>,
  end: { exitCode: number; isEmpty: boolean; complete: boolean; answer: CompletedSession['diffs'] },
): Promise<void> => {
  await database
    .updateTable('reviewSessions')
    .set({
      ...end,
      completedAt: sql<Date>`clock_timestamp()`,
      answer: JSON.stringify(end.answer),
    })
    .where('projectId', '=', session.projectId)
    .where('id', '=', session.id)
    .execute();
};

/** @param cancelledBecause null where nobody completed it in time */
export const setSessionExpired = async (
  database: Database,
  session: Pick<ReviewSessionRow, 'projectId' | 'id'>,
  cancelledBecause: string | null,
): Promise<void> => {
  await database
    .updateTable('reviewSessions')
    .set({ expiredAt: sql<Date>`now()`, cancelledBecause })
    .where('projectId', '=', session.projectId)
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
