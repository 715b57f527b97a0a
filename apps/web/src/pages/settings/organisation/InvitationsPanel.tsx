import type { Invitation } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsQuery, signInOptionsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { personOf } from '../../../words/personOf.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { untilWords } from '../untilWords.js';
import { InviteDialog } from './InviteDialog.js';

/** Links that make people members. */
export function InvitationsPanel({ org }: { org: string }) {
  const { data, error, refetch } = useQuery(invitationsQuery(org));
  const { data: options } = useQuery(signInOptionsQuery);
  const [isInviting, setIsInviting] = useState(false);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  return (
    <Panel
      title="Invitations"
      about={
        options?.sendsMail
          ? 'Each link admits one person. It is sent by e-mail, or you share it yourself.'
          : 'Each link admits one person. No e-mail is sent: share the link yourself.'
      }
      action={
        <Button look="primary" icon="plus" onClick={() => setIsInviting(true)}>
          Invite
        </Button>
      }
    >
      {data ? (
        data.invitations.length === 0 ? (
          <PanelNote>No open invitations.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {data.invitations.map((invitation) => (
              <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="break-words font-medium">
                    {invitation.email
                      ? `${invitation.email}, as ${invitation.role}`
                      : `As ${invitation.role}`}
                  </p>
                  <p className="break-words text-muted text-sm">
                    By <bdi>{personOf(invitation.createdBy)}</bdi> <TimeAgo at={invitation.createdAt} />
                    {' · '}
                    {untilWords(invitation.expiresAt)}
                    {invitation.mail?.state === 'sent' && ' · e-mail sent'}
                  </p>
                  <MailTrouble mail={invitation.mail} />
                </div>
                <Button look="danger" onClick={() => setRevoking(invitation)}>
                  Withdraw
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the invitations" error={error} retry={refetch} />
      )}
      {isInviting && <InviteDialog org={org} onClose={() => setIsInviting(false)} />}
      {revoking && <TakeBackDialog org={org} invitation={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

/** Why an e-mail has not arrived. */
function MailTrouble({ mail }: Pick<Invitation, 'mail'>) {
  if (mail === null || mail.state === 'sent') return null;
  if (mail.state === 'waiting' && mail.error === null)
    return <p className="text-muted text-sm">The e-mail is being sent.</p>;
  return (
    <p className={`break-words text-sm ${mail.state === 'failed' ? 'text-removed' : 'text-muted'}`}>
      {mail.state === 'failed' ? 'The e-mail was not sent: ' : 'The e-mail will be sent again: '}
      {mail.error}. {mail.state === 'failed' && 'Withdraw the invitation and create another one.'}
    </p>
  );
}

interface TakeBackProps {
  org: string;
  invitation: Invitation;
  onClose: () => void;
}

function TakeBackDialog({ org, invitation, onClose }: TakeBackProps) {
  const client = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => call('revokeInvitation', { params: { org, id: invitation.id } }),
    onSuccess: (left) => {
      client.setQueryData(invitationsQuery(org).queryKey, left);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      isPending={takeBack.isPending}
      error={takeBack.error}
      onConfirm={() => takeBack.mutate()}
      onClose={onClose}
    >
      <p>It is for the role {invitation.role}. Its link will stop working.</p>
    </ConfirmDialog>
  );
}
