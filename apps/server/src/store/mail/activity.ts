import type { MailPreferences } from '@svc/schema';
import { sql } from 'kysely';
import type { Notice, ToldNotice } from '../../domain/mail/Notice.js';
import type { Database } from '../database.js';
import { newMailId } from './mails.js';

/** Seconds that a letter waits for more to happen in the same diff. */
const gatheringSeconds = 120;
/** Hours after which nobody needs it. */
const usefulHours = 24;
/** Notices of one letter; more are left out. */
const mostNotices = 100;

/** Who is to learn of what. */
export interface Notification {
  userId: string;
  notice: Notice;
}

/**
 * Notifies people about what happened in a diff, with what else happens there soon, when the transaction is committed. A
 * transaction calls it once, so that no two wait for each other.
 */
export async function enqueueActivity(
  transaction: Database,
  diffId: string,
  notifications: readonly Notification[],
): Promise<void> {
  const users = notifications.map(({ userId }) => userId);
  if (users.length === 0) return;
  const notices = notifications.map(({ notice }) => JSON.stringify(notice));
  await sql`
    insert into mails (id, kind, user_id, topic, notices, next_attempt_at, expires_at)
    select id, 'activity', user_id, ${diffId}, jsonb_build_array(notice::jsonb || jsonb_build_object('at', now())),
      now() + ${gatheringSeconds} * interval '1 second', now() + ${usefulHours} * interval '1 hour'
    from unnest(${users.map(newMailId)}::text[], ${users}::text[], ${notices}::text[]) given (id, user_id, notice)
    order by user_id
    on conflict (user_id, topic) where attempts = 0 and given_up_at is null do update
    set notices = case when jsonb_array_length(mails.notices) < ${mostNotices} then mails.notices || excluded.notices
      else mails.notices end`.execute(transaction);
}

/**
 * Has members told what the check of a suite came to: those who want to know of all builds, and those whose pull request it is,
 * by the name of a linked account.
 */
export async function enqueueBuild(
  transaction: Database,
  { projectId, diffId }: { projectId: string; diffId: string },
  notice: Notice & { kind: 'build' },
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select members.user_id from projects join members on members.org = projects.org
    join users on users.id = members.user_id and users.email is not null
    left join mail_preferences preferences on preferences.user_id = members.user_id
    where projects.id = ${projectId} and case coalesce(preferences.builds, ${defaultPreferences.builds})
      when 'all' then true
      when 'mine' then exists (
        select from diffs join captures on captures.id = diffs.head_capture_id
        join user_identities identity on lower(identity.name) = lower(captures.ci #>> '{pullRequest,author}')
        where diffs.id = ${diffId} and identity.user_id = members.user_id)
      else false end`.execute(transaction);
  await enqueueActivity(
    transaction,
    diffId,
    rows.map(({ userId }) => ({ userId, notice })),
  );
}

/** Forgets notifications, where no e-mail is sent. */
export const dropActivity = async (database: Database): Promise<void> => {
  await sql`delete from mails where kind = 'activity' and next_attempt_at <= now() and given_up_at is null`.execute(
    database,
  );
};

/** What people receive unless they choose otherwise. */
const defaultPreferences: MailPreferences = {
  mentions: true,
  replies: true,
  requests: true,
  builds: 'mine',
};

export async function findMailPreferences(database: Database, userId: string): Promise<MailPreferences> {
  const { rows } = await sql<MailPreferences>`
    select mentions, replies, requests, builds from mail_preferences where user_id = ${userId}`.execute(
    database,
  );
  return rows[0] ?? defaultPreferences;
}

/** Nothing happens where there is nobody with that id. */
export const saveMailPreferences = async (
  database: Database,
  userId: string,
  { mentions, replies, requests, builds }: MailPreferences,
): Promise<void> => {
  await sql`
    insert into mail_preferences (user_id, mentions, replies, requests, builds)
    select id, ${mentions}, ${replies}, ${requests}, ${builds} from users where id = ${userId}
    on conflict (user_id) do update set mentions = excluded.mentions, replies = excluded.replies,
      requests = excluded.requests, builds = excluded.builds`.execute(database);
};

/** Why the newest letter to a person was given up; null where none was. */
export async function findMailTrouble(database: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ lastError: string | null }>`
    select last_error from mails where user_id = ${userId} and given_up_at is not null
    order by id desc limit 1`.execute(database);
  return rows[0]?.lastError ?? null;
}

/** A person and a diff, as a letter about it to the person needs them. */
export interface ActivityRow {
  email: string | null;
  org: string;
  project: string;
  projectId: string;
  suite: string;
  branch: string | null;
}

/** Undefined where the diff is gone, or the person may not see it any more. */
export async function findActivity(
  database: Database,
  userId: string,
  diffId: string,
): Promise<ActivityRow | undefined> {
  const { rows } = await sql<ActivityRow>`
    select users.email, projects.org, projects.name project, projects.id project_id, suites.name suite, captures.branch
    from diffs join captures on captures.id = diffs.head_capture_id
    join suites on suites.project_id = diffs.project_id and suites.id = diffs.suite_id
    join projects on projects.id = diffs.project_id
    join users on users.id = ${userId}
    where diffs.id = ${diffId}
      and (users.is_operator or exists (select from members where org = projects.org and user_id = users.id))`.execute(
    database,
  );
  return rows[0];
}

/** Comments that are still there, by their ids. */
export async function findNoticedComments(
  database: Database,
  ids: readonly string[],
): Promise<{ id: string; author: string; text: string; snapshot: string }[]> {
  const { rows } = await sql<{ id: string; author: string; text: string; snapshot: string }>`
    select comments.id, comments.author, comments.text, threads.name snapshot
    from comments join comment_threads threads on threads.id = comments.thread_id
    where comments.id = any(${ids}::text[]) order by comments.id`.execute(database);
  return rows;
}

/** Who asked for reviews that are still open, by the ids of the requests. */
export async function findNoticedRequests(
  database: Database,
  ids: readonly string[],
): Promise<{ id: string; requestedBy: string }[]> {
  const { rows } = await sql<{ id: string; requestedBy: string }>`
    select id, requested_by from review_requests where id = any(${ids}::text[]) and ended_at is null order by id`.execute(
    database,
  );
  return rows;
}

/** Entries of the audit log in which a person is looked for. */
const recentEntries = 1_000;

/** Whether a check still says what it said, and somebody else than the person made it say so. */
export async function isBuildNews(
  database: Database,
  { userId, projectId }: { userId: string; projectId: string },
  { checkRunId, event, at }: Extract<ToldNotice, { kind: 'build' }>,
): Promise<boolean> {
  // What a transaction writes down has the time of the transaction.
  const { rows } = await sql`
    select from check_runs where id = ${checkRunId} and event = ${event} and not exists (
      select from (
        select actor_id, created_at from audit_log where project_id = ${projectId} order by id desc limit ${recentEntries}
      ) recent
      where created_at = ${at}::timestamptz and actor_id = ${`user:${userId}`})`.execute(database);
  return rows.length > 0;
}

/** People with an account who wrote in a thread. */
export async function listWriters(database: Database, threadId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct substr(author_id, 6) user_id from comments join users on users.id = substr(author_id, 6)
    where thread_id = ${threadId} and author_id like 'user:%'`.execute(database);
  return rows.map(({ userId }) => userId);
}
