import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { EmailField, FormError, NameField, NewPasswordField } from './PersonFields.js';

interface Props {
  /** That the account has now. */
  name: string;
  onDone: () => void;
}

/** Gives the account that a one-time link opened something to sign in with the next time. */
export function SetUpForm({ name: earlier, onDone }: Props) {
  const [name, setName] = useState(earlier === 'admin' ? '' : earlier);
  const [email, setEmail] = useState('');
  const [newPassword, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call('changePassword', { body: { newPassword, email } });
      if (name !== earlier) await call('changeAccount', { body: { name } });
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-muted">The link works only once. Choose how to sign in next time.</p>
      <FormError error={error} fields={['name', 'email', 'newPassword']} />
      <NameField value={name} onValue={setName} error={error} />
      <EmailField value={email} onValue={setEmail} error={error} />
      <NewPasswordField value={newPassword} onValue={setPassword} error={error} field="newPassword" />
      <Button type="submit" look="primary" className="w-full" disabled={isPending}>
        {isPending ? 'Saving…' : 'Save and continue'}
      </Button>
      <Button look="quiet" className="w-full" disabled={isPending} onClick={onDone}>
        Later
      </Button>
    </form>
  );
}
