import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ToldNotice } from '../../domain/mail/Notice.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';

type MailKind = 'invitation' | 'password-reset';

/** What is to be sent to an address. */
export interface NewMail {
  id: string;
  kind: MailKind;
  address: string;
  invitationId: string | null;
  /** Sealed. */
  secret: Buffer;
  /** Hours after which it is of no use. */
  hours: number;
}

export const newMailId = (): string => newId('mail');

/** Has something sent when the transaction is committed. */
export const insertMail = async (
  transaction: Database,
  { id, kind, address, invitationId, secret, hours }: NewMail,
): Promise<void> => {
  await sql`
    insert into mails (id, kind, address, invitation_id, secret, expires_at)
    values (${id}, ${kind}, ${address}, ${invitationId}, ${secret}, now() + ${hours} * interval '1 hour')`.execute(
    transaction,
  );
};

/** Mail that is lent to one process. */
export interface DueMail {
  id: string;
  /** What it says: a link for an address, or what happened, for a person. */
  about:
    | { kind: MailKind; address: string /** Sealed, as digits. */; secret: string }
    | { kind: 'activity'; userId: string; diffId: string; notices: ToldNotice[] };
  createdAt: Date;
  expiresAt: Date;
  /** Whether it is of no use any more. */
  isLate: boolean;
  /** Attempts that were begun before. */
  attempts: number;
  lease: string;
  lastError: string | null;
}

/**
 * Lends due mail to the caller for `leaseSeconds`, the longest due first. What is not reported on in that time is lent again:
 * mail is sent at least once.
 */
export async function takeDueMails(
  database: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await sql<Omit<DueMail, 'about'> & StoredAbout>`
    with due as (
      select id from mails where next_attempt_at <= now() and given_up_at is null
      order by next_attempt_at limit ${limit} for update skip locked
    ), lent as (
      update mails set lease = ${randomUUID()}::uuid, attempts = attempts + 1,
        next_attempt_at = now() + ${leaseSeconds} * interval '1 second'
      from due where mails.id = due.id returning mails.*
    )
    select id, kind, address, secret, user_id, topic, notices, created_at, expires_at, expires_at <= now() is_late,
      attempts - 1 attempts, lease, last_error
    from lent order by id`.execute(database);
  return rows.map(({ kind, address, secret, userId, topic, notices, ...mail }) => ({
    ...mail,
    about: kind === 'activity' ? { kind, userId, diffId: topic, notices } : { kind, address, secret },
  }));
}

interface StoredAbout {
  kind: MailKind | 'activity';
  address: string;
  secret: string;
  userId: string;
  topic: string;
  notices: ToldNotice[];
}

type Lent = Pick<DueMail, 'id' | 'lease'>;

/** Forgets what was sent, or what nobody needs. */
export const deleteMail = async (database: Database, { id, lease }: Lent): Promise<void> => {
  await sql`delete from mails where id = ${id} and lease = ${lease}::uuid`.execute(database);
};

/** Has mail sent again later. */
export const retryMail = async (
  database: Database,
  { id, lease }: Lent,
  { seconds, error }: { seconds: number; error: string | null },
): Promise<void> => {
  await sql`
    update mails set lease = null, last_error = coalesce(${error}, last_error),
      next_attempt_at = now() + ${seconds} * interval '1 second'
    where id = ${id} and lease = ${lease}::uuid`.execute(database);
};

/** Keeps what is not tried again for operators to see, without its link. */
export const giveUpMail = async (database: Database, { id, lease }: Lent, error: string): Promise<void> => {
  await sql`
    update mails set lease = null, secret = null, last_error = ${error}, given_up_at = now()
    where id = ${id} and lease = ${lease}::uuid`.execute(database);
};

/** Days that mail which was given up is shown for. */
const shownDays = 30;

export const forgetOldMails = async (database: Database): Promise<void> => {
  await sql`delete from mails where given_up_at < now() - ${shownDays} * interval '1 day'`.execute(database);
};

/** How many wait, how many were given up within a week, and why the newest failure was one. */
export async function countMails(
  database: Database,
): Promise<{ waiting: number; givenUp: number; newestError: string | null }> {
  const { rows } = await sql<{ waiting: number; givenUp: number; newestError: string | null }>`
    select count(*) filter (where given_up_at is null)::int waiting,
      count(*) filter (where given_up_at > now() - interval '7 days')::int given_up,
      (select last_error from mails where last_error is not null order by id desc limit 1) newest_error
    from mails`.execute(database);
  return rows[0] ?? { waiting: 0, givenUp: 0, newestError: null };
}
