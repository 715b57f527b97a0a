import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { signInOptionsQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { TextField } from '../../ui/fields/TextField.js';
import { EmailField, FormError } from './PersonFields.js';

/** Signs in with e-mail and password. */
export function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { data: options } = useQuery(signInOptionsQuery);
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
      {options?.sendsMail && (
        <p className="text-center text-sm">
          <Link to="/forgot-password" className="rounded font-medium text-accent underline">
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  );
}
