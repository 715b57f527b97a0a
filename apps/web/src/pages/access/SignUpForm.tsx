import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { accessApi } from '../../client/accessApi.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { TextField } from '../../ui/TextField.js';

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
    mutationFn: accessApi.signUp,
    meta: { isSignIn: true },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ name, email, password, ...(invitation ? { invitation } : {}) });
  };
  const isOfField = ['name', 'email', 'password'].some((field) => errorOfField(error, field));
  return (
    <form onSubmit={submit} className="space-y-4">
      {error && !isOfField && (
        <Notice tone="danger" icon="warning" role="alert">
          {error.message}
        </Notice>
      )}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        hint="As your colleagues see it beside decisions."
        value={name}
        error={errorOfField(error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        error={errorOfField(error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint="At least 10 characters. Length is what counts."
        value={password}
        error={errorOfField(error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" className="w-full" disabled={isPending}>
        {isPending ? 'Making the account…' : 'Create account'}
      </Button>
    </form>
  );
}
