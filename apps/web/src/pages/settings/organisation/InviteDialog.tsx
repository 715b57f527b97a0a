import type { Role } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { invitationsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Notice } from '../../../ui/Notice.js';
import { roleWords } from '../../../words/roleWords.js';
import { ShownOnceDialog } from '../ShownOnceDialog.js';
import { roleOptions } from './roleOptions.js';

const lives = [
  { value: '1', label: 'One day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Life = (typeof lives)[number]['value'];

/** Makes an invitation, and shows its link: once. */
export function InviteDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const formId = useId();
  const [role, setRole] = useState<Role>('reviewer');
  const [life, setLife] = useState<Life>('7');
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () => call('invite', { params: { org }, body: { role, expiresInDays: Number(life) } }),
    // The link is in no cache.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery(org).queryKey }),
  });
  if (invite.data) {
    return (
      <ShownOnceDialog title="Copy the link now" value={invite.data.url} onClose={onClose}>
        The first person who opens it becomes a {invite.data.role} of {org}. It is shown only once.
      </ShownOnceDialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog
      title={`Invite to ${org}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} disabled={invite.isPending}>
            Create link
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-5">
        {invite.error && (
          <Notice tone="danger" icon="warning" role="alert">
            {invite.error.message}
          </Notice>
        )}
        <div>
          <SelectField label="Role" value={role} options={roleOptions} onChange={setRole} />
          <p className="mt-1.5 text-muted text-sm">May {roleWords[role]}.</p>
        </div>
        <SelectField label="The link works for" value={life} options={lives} onChange={setLife} />
      </form>
    </Dialog>
  );
}
