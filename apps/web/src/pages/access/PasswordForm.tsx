import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { accessApi } from '../../client/accessApi.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { TextField } from '../../ui/TextField.js';

/** Signs in with e-mail and password. */
export function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: accessApi.signInWithPassword,
    meta: { isSignIn: true },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ email, password });
  };
  const emailError = errorOfField(error, 'email');
  return (
    <form onSubmit={submit} className="space-y-4">
      {error && !emailError && (
        <Notice tone="danger" icon="warning" role="alert">
          {error.message}
        </Notice>
      )}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        error={emailError}
        onChange={(event) => setEmail(event.target.value)}
      />
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
