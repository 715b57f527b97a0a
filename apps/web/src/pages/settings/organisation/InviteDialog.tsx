import type { Role } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { invitationsQuery, signInOptionsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { TextField } from '../../../ui/fields/TextField.js';
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

/** Makes an invitation, has it sent where there is an address, and shows its link: once. */
export function InviteDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const formId = useId();
  const [role, setRole] = useState<Role>('reviewer');
  const [life, setLife] = useState<Life>('7');
  const [email, setEmail] = useState('');
  const { data: options } = useQuery(signInOptionsQuery);
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      call('invite', {
        params: { org },
        body: { role, expiresInDays: Number(life), ...(email.trim() === '' ? {} : { email }) },
      }),
    // The link is in no cache.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery(org).queryKey }),
  });
  if (invite.data) {
    const { url, email: to, role: offered } = invite.data;
    return (
      <ShownOnceDialog title={to ? 'Invitation sent' : 'Copy the link now'} value={url} onClose={onClose}>
        {to && (
          <span role="status">
            An e-mail with this link is on its way to <span className="break-words text-ink">{to}</span>.{' '}
          </span>
        )}
        The first person who opens it becomes a {offered} of {org}. It is shown only once.
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
            {email.trim() === '' ? 'Create link' : 'Send invitation'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-5">
        {invite.error && !errorOfField(invite.error, 'email') && (
          <Notice tone="danger" icon="warning" role="alert">
            {invite.error.message}
          </Notice>
        )}
        {options?.sendsMail && (
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="off"
            hint="Leave it empty to share the link yourself."
            value={email}
            error={errorOfField(invite.error, 'email')}
            onChange={(event) => setEmail(event.target.value)}
          />
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
