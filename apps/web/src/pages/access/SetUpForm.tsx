import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { accessApi } from '../../client/accessApi.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { TextField } from '../../ui/TextField.js';

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
      await accessApi.changePassword({ newPassword, email });
      if (name !== earlier) await accessApi.changeAccount(name);
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const isOfField = ['name', 'email', 'newPassword'].some((field) => errorOfField(error, field));
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-muted">
        The link worked, and will not work again. Say how you sign in the next time.
      </p>
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
        value={newPassword}
        error={errorOfField(error, 'newPassword')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" className="w-full" disabled={isPending}>
        {isPending ? 'Saving…' : 'Save and go on'}
      </Button>
      <Button look="quiet" className="w-full" disabled={isPending} onClick={onDone}>
        Later
      </Button>
    </form>
  );
}
