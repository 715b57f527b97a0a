import type { Member, Role } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery, organisationsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import type { Membership } from '../../../client/useMembership.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Notice } from '../../../ui/Notice.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { Tag } from '../Tag.js';
import { InvitationsPanel } from './InvitationsPanel.js';
import { roleOptions } from './roleOptions.js';

/** Who is in an organisation with which role, and who is invited. */
export function MembersPanels({ org, membership }: { org: string; membership: Membership }) {
  const mayOwn = membership.may('own');
  return (
    <>
      <MembersPanel org={org} mayOwn={mayOwn} role={membership.role} />
      {mayOwn && <InvitationsPanel org={org} />}
    </>
  );
}

function MembersPanel({ org, mayOwn, role }: { org: string; mayOwn: boolean; role: Role }) {
  const { data, error, refetch } = useQuery(membersQuery(org));
  const [removing, setRemoving] = useState<Member | null>(null);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (to: { id: string; role: Role }) =>
      call('changeRole', { params: { org, id: to.id }, body: { role: to.role } }),
    onSuccess: (members) => {
      client.setQueryData(membersQuery(org).queryKey, members);
      // The role may be one's own.
      return client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
    },
  });
  return (
    <Panel
      title={`Members of ${org}`}
      about={
        mayOwn
          ? 'A role counts in all projects of the organization.'
          : `A role counts in all projects of the organization. Yours is ${role}; owners change roles and invite.`
      }
    >
      {change.error && (
        <div className="p-5 pb-0">
          <Notice tone="danger" icon="warning" role="alert">
            {change.error.message}
          </Notice>
        </div>
      )}
      {data ? (
        data.members.length === 0 ? (
          <PanelNote>No members yet. Administrators of the service are owners everywhere.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {data.members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                role={
                  change.isPending && change.variables.id === member.id ? change.variables.role : member.role
                }
                mayOwn={mayOwn}
                isChanging={change.isPending}
                onRole={(to) => change.mutate({ id: member.id, role: to })}
                onRemove={() => setRemoving(member)}
              />
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the members" error={error} retry={refetch} />
      )}
      {removing && <RemoveDialog org={org} member={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

interface RowProps {
  member: Member;
  /** As it is, or as it is about to be. */
  role: Role;
  mayOwn: boolean;
  isChanging: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
}

function MemberRow({ member, role, mayOwn, isChanging, onRole, onRemove }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          <bdi>{member.name}</bdi>
        </p>
        <p className="truncate text-muted text-sm">
          {member.email && (
            <>
              <bdi>{member.email}</bdi>
              {' · '}
            </>
          )}
          joined <TimeAgo at={member.createdAt} />
        </p>
      </div>
      {mayOwn ? (
        <>
          <SelectField
            label={`Role of ${member.name}`}
            isLabelHidden
            className="w-36"
            value={role}
            options={roleOptions}
            disabled={isChanging}
            onChange={onRole}
          />
          <Button
            look="quiet"
            icon="cross"
            aria-label={`Remove ${member.name}`}
            tip="Remove"
            data-tip-align="end"
            onClick={onRemove}
          />
        </>
      ) : (
        <Tag>{member.role}</Tag>
      )}
    </li>
  );
}

function RemoveDialog({ org, member, onClose }: { org: string; member: Member; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('removeMember', { params: { org, id: member.id } }),
    onSuccess: async (members) => {
      client.setQueryData(membersQuery(org).queryKey, members);
      onClose();
      await client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title="Remove this member?"
      action="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <bdi className="font-medium text-ink">{member.name}</bdi> loses access to {org} immediately. API keys
        and decisions stay.
      </p>
    </ConfirmDialog>
  );
}
