import { inSpan } from '../../context/spans.js';
import { redeliverAfter } from '../../domain/checks/redeliverAfter.js';
import { DatabaseUnavailable } from '../../domain/DatabaseUnavailable.js';
import { composeInvitation } from '../../domain/mail/composeInvitation.js';
import { composeReset } from '../../domain/mail/composeReset.js';
import { type Letter, MailError } from '../../domain/mail/Letter.js';
import { insertPasswordReset } from '../../store/accounts/passwordResets.js';
import { findByEmail } from '../../store/accounts/people.js';
import { bytesOf } from '../../store/bytea.js';
import { dropActivity } from '../../store/mail/activity.js';
import { type DueMail, deleteMail, giveUpMail, retryMail, takeDueMails } from '../../store/mail/mails.js';
import { findInvitation } from '../../store/organisations/invitations.js';
import { SealBroken } from '../createVault.js';
import { deliverDue } from '../deliverDue.js';
import type { Resources } from '../Resources.js';
import { mostResets, resetMinutes } from './resetLimits.js';
import { writeActivity } from './writeActivity.js';

/** Letters at the same time. */
const most = 5;
/** Seconds that nobody else sends what this process took. */
const leaseSeconds = 120;
/** Milliseconds that a letter may take; well within the lease. */
const timeout = 60_000;

type MailResources = Pick<Resources, 'database' | 'links' | 'mailer' | 'vault'>;

/** Is told what operators should know: of mail that failed, and of mail that was given up. */
export type OnFailedMail = (
  message: string,
  about: { id: string; kind: string; attempts: number; err: unknown },
) => void;

/**
 * Sends mail that is due. What fails is due again later, until it is of no use any more; what the server refuses for good is
 * given up. Nothing is sent where the service has no mail server.
 * @param signal ends what is under way; it is due again
 */
export async function deliverMail(
  resources: MailResources,
  onFailed: OnFailedMail,
  signal: AbortSignal,
): Promise<void> {
  const { database, mailer } = resources;
  if (mailer === null) return dropActivity(database);
  await deliverDue(
    {
      most,
      take: (limit) => takeDueMails(database, { limit, leaseSeconds }),
      deliver: (mail) => deliver(resources, mail, onFailed, signal),
    },
    signal,
  );
}

async function deliver(
  resources: MailResources,
  due: DueMail,
  onFailed: OnFailedMail,
  signal: AbortSignal,
): Promise<void> {
  const { database, mailer } = resources;
  const { id, attempts } = due;
  const { kind } = due.about;
  const fail = (message: string, err: unknown) =>
    onFailed(message, { id, kind, attempts: attempts + 1, err });
  if (due.isLate) {
    const reason = due.lastError ?? 'It could not be sent in time';
    fail('mail is given up: it could not be sent in time', due.lastError);
    return giveUpMail(database, due, reason);
  }
  try {
    await inSpan({ name: 'deliver mail', attributes: { 'svc.mail.kind': kind } }, async () => {
      const letter = await write(resources, due);
      if (letter !== null)
        await mailer?.send(letter, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    });
  } catch (error) {
    if (signal.aborted || error instanceof DatabaseUnavailable)
      return retryMail(database, due, { seconds: 0, error: null });
    const reason = reasonOf(error);
    if (error instanceof SealBroken || (error instanceof MailError && error.final)) {
      fail('mail is given up', error);
      return giveUpMail(database, due, reason);
    }
    fail('mail was not sent', error);
    // It ends by its own time, so the number of attempts does not matter.
    const seconds = redeliverAfter(Math.min(attempts, 10), null) ?? 3_600;
    return retryMail(database, due, { seconds, error: reason });
  }
  await deleteMail(database, due);
}

function reasonOf(error: unknown): string {
  if (error instanceof MailError || error instanceof SealBroken) return error.message;
  return error instanceof DOMException
    ? `The mail server did not answer within ${timeout / 1_000} s`
    : 'The service could not write it; its log says why';
}

/** @returns null where nobody needs it any more */
async function write(resources: MailResources, due: DueMail): Promise<Letter | null> {
  const { id, createdAt: at, about } = due;
  if (about.kind === 'activity') {
    const letter = await writeActivity(resources, about);
    return letter && { ...letter, id, at };
  }
  const { kind, address: to, secret } = about;
  const token = resources.vault.open(bytesOf(secret), id);
  const body = await composers[kind](resources, { to, token, expiresAt: due.expiresAt });
  return body && { ...body, id, at, to, list: null };
}

type Compose = (
  resources: MailResources,
  link: { to: string; token: string; expiresAt: Date },
) => Promise<Pick<Letter, 'subject' | 'text' | 'html'> | null>;

const composers: Record<'invitation' | 'password-reset', Compose> = {
  async invitation({ database, links }, { token }) {
    const found = await findInvitation(database, token);
    if (!found) return null;
    const { org, role, createdBy: invitedBy, expiresAt } = found;
    return composeInvitation({ org, role, invitedBy, expiresAt, url: links.invitation(token) });
  },

  /** Only here is it found out whether there is an account: who asks cannot tell from the answer or from its time. */
  async 'password-reset'({ database, links }, { to, token, expiresAt }) {
    const person = await findByEmail(database, to);
    if (!person) return null;
    const isGood = await database
      .transaction()
      .execute((transaction) =>
        insertPasswordReset(transaction, { token, userId: person.id, expiresAt, most: mostResets }),
      );
    return isGood
      ? composeReset({ name: person.name, url: links.passwordReset(token), minutes: resetMinutes })
      : null;
  },
};
