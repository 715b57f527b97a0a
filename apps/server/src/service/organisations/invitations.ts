import type { Invitation, Role } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import {
  countMailedInvitations,
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '../../store/organisations/invitations.js';
import { lockOrganisation } from '../../store/organisations/organisations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import { mailToken } from '../mail/mailToken.js';
import type { Resources } from '../Resources.js';

type Row = Awaited<ReturnType<typeof insertInvitation>>['row'];
type ListedRow = Awaited<ReturnType<typeof listInvitations>>[number];

const presentInvitation = (row: Row, mail: Invitation['mail']): Invitation => ({
  id: row.id,
  role: row.role,
  email: row.email,
  mail: row.email === null ? null : mail,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

const mailStateOf = ({ mailId, mailGivenUpAt, mailError }: ListedRow): Invitation['mail'] => ({
  state: mailId === null ? 'sent' : mailGivenUpAt === null ? 'waiting' : 'failed',
  error: mailError,
});

/** E-mails with invitations of one organization within a day: they go to people who did not ask for them. */
const mostMailed = 100;

/** Invitations that can still be accepted, newest first. */
export const readInvitations = async (
  { database }: Pick<Resources, 'database'>,
  { org }: OrganisationAccess,
): Promise<Invitation[]> =>
  (await listInvitations(database, org)).map((row) => presentInvitation(row, mailStateOf(row)));

/**
 * Makes a link that makes one person a member, and has it sent to an address where there is one.
 * @throws ServiceError VALIDATION_ERROR where no e-mail is sent, QUOTA_EXCEEDED
 */
export const invite = (
  { database, links, mailer, vault }: Pick<Resources, 'database' | 'links' | 'mailer' | 'vault'>,
  access: OrganisationAccess,
  { role, email: to, expiresInDays }: { role: Role; email?: string | undefined; expiresInDays: number },
): Promise<Invitation & { url: string }> =>
  database.transaction().execute(async (transaction) => {
    const { org, actor: createdBy } = access;
    const email = to ?? null;
    if (email !== null) await requireMail(transaction, { mailer }, org);
    const made = { org, role, email, createdBy, days: expiresInDays };
    const { token, row } = await insertInvitation(transaction, made);
    const mail = { kind: 'invitation', invitationId: row.id, token, hours: expiresInDays * 24 } as const;
    if (email !== null) await mailToken(transaction, { vault }, { ...mail, address: email });
    await noteInAudit(transaction, access, 'invitation.created', {
      target: row.id,
      details: { role, email },
    });
    return { ...presentInvitation(row, { state: 'waiting', error: null }), url: links.invitation(token) };
  });

async function requireMail(
  transaction: Database,
  { mailer }: Pick<Resources, 'mailer'>,
  org: string,
): Promise<void> {
  if (mailer === null) {
    const message = 'must be left out: this service sends no e-mail. Share the link instead';
    throw new ServiceError('VALIDATION_ERROR', `email ${message}`, [{ path: 'email', message }]);
  }
  await lockOrganisation(transaction, org);
  if ((await countMailedInvitations(transaction, org)) < mostMailed) return;
  throw new ServiceError(
    'QUOTA_EXCEEDED',
    `${mostMailed} invitations of ${org} were sent by e-mail within a day. Leave the address out and share the link, or wait`,
  );
}

/**
 * Takes back an invitation that nobody has accepted.
 * @throws ServiceError INVITATION_NOT_FOUND
 */
export const withdrawInvitation = (
  { database }: Pick<Resources, 'database'>,
  access: OrganisationAccess,
  id: string,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    if (!(await revokeInvitation(transaction, access.org, id))) throw notFound('Invitation');
    await noteInAudit(transaction, access, 'invitation.revoked', { target: id });
  });
