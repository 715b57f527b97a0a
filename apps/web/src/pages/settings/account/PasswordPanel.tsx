import type { Account } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { accountQuery, signInsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Notice } from '../../../ui/Notice.js';
import { Panel } from '../Panel.js';

/** Sets or changes the password; whatever else is signed in is signed out by it. */
export function PasswordPanel({ account }: { account: Account }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [email, setEmail] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      call('changePassword', {
        body: {
          newPassword,
          ...(account.hasPassword ? { currentPassword } : {}),
          ...(account.email === null ? { email } : {}),
        },
      }),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      return Promise.all([
        client.invalidateQueries({ queryKey: accountQuery.queryKey }),
        client.invalidateQueries({ queryKey: signInsQuery.queryKey }),
      ]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const wrong = (field: string) => errorOfField(save.error, field);
  const isShown = ['currentPassword', 'newPassword', 'email'].some(wrong);
  return (
    <Panel title="Password" about="A new password signs out all other browsers and command lines.">
      <form onSubmit={submit}>
        <div className="max-w-md space-y-5 p-5">
          <Outcome isSaved={save.isSuccess} error={isShown ? null : save.error} />
          {account.email === null && (
            <TextField
              label="E-mail"
              type="email"
              autoComplete="username"
              hint="What you sign in with."
              required
              value={email}
              error={wrong('email')}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
          {account.hasPassword && (
            <TextField
              label="Current password"
              type="password"
              autoComplete="current-password"
              required
              value={currentPassword}
              error={wrong('currentPassword')}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters. A longer one is safer."
            required
            minLength={10}
            maxLength={200}
            value={newPassword}
            error={wrong('newPassword')}
            onChange={(event) => setNew(event.target.value)}
          />
        </div>
        <div className="flex justify-end border-line border-t px-5 py-3">
          <Button type="submit" look="primary" disabled={newPassword === '' || save.isPending}>
            {account.hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Outcome({ isSaved, error }: { isSaved: boolean; error: Error | null }) {
  return (
    <>
      {isSaved && (
        <Notice tone="good" icon="check" role="status">
          Password changed. You are signed out everywhere else.
        </Notice>
      )}
      {error && (
        <Notice tone="danger" icon="warning" role="alert">
          {error.message}
        </Notice>
      )}
    </>
  );
}
