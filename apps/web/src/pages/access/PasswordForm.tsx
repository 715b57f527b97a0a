import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { TextField } from '../../ui/fields/TextField.js';
import { EmailField, FormError } from './PersonFields.js';

/** Signs in with e-mail and password. */
export function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('signInWithPassword', { body: { email, password } }),
    meta: { isSignIn: true },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <FormError error={error} fields={['email']} />
      <EmailField value={email} onValue={setEmail} error={error} />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" className="w-full" disabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
