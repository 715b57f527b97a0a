import type { Role } from '@svc/schema';
import type { Letter } from './Letter.js';
import { layOut, nameText, oneLine } from './layOut.js';

interface InvitationFacts {
  org: string;
  role: Role;
  /** Such as `user:ada`. */
  invitedBy: string;
  url: string;
  expiresAt: Date;
}

/** Brings an invitation to somebody who may never have heard of the service. */
export function composeInvitation({
  org,
  role,
  invitedBy,
  url,
  expiresAt,
}: InvitationFacts): Pick<Letter, 'subject' | 'text' | 'html'> {
  const name = invitedBy.slice(invitedBy.indexOf(':') + 1);
  return layOut(`${oneLine(name, 60)} invites you to ${org}`, [
    {
      kind: 'text',
      text: `${nameText(name)} invites you to join the organization ${nameText(org)} as ${role}. svc shows what a change does to the looks of a user interface, and asks people to review it.`,
    },
    { kind: 'button', label: 'Open the invitation', url },
    {
      kind: 'note',
      text: `The link admits one person and works until ${dayOf(expiresAt)}. Do not forward it: anyone who has it can use it.`,
    },
    {
      kind: 'note',
      text: 'If you do not know who this is, ignore this e-mail. Nothing happens without you.',
    },
  ]);
}

/** Such as `2026-11-30, 14:05 UTC`. */
const dayOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ', ')} UTC`;
