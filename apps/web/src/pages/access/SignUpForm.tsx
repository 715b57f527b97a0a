import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { EmailField, FormError, NameField, NewPasswordField } from './PersonFields.js';

interface Props {
  /** Token of the invitation that the account is made by. */
  invitation?: string;
  onSignedIn: () => void;
}

/** Makes an account with e-mail and password, which signs in. */
export function SignUpForm({ invitation, onSignedIn }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('signUp', { body: { name, email, password, invitation } }),
    meta: { isSignIn: true },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <FormError error={error} fields={['name', 'email', 'password']} />
      <NameField value={name} onValue={setName} error={error} />
      <EmailField value={email} onValue={setEmail} error={error} />
      <NewPasswordField value={password} onValue={setPassword} error={error} field="password" />
      <Button type="submit" look="primary" className="w-full" disabled={isPending}>
        {isPending ? 'Creating the account…' : 'Create account'}
      </Button>
    </form>
  );
}
