import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../client/ApiError.js';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { useTitle } from '../../ui/useTitle.js';
import { AccessCard } from './AccessCard.js';
import { BackToSignIn } from './ForgotPasswordPage.js';
import { FormError, NewPasswordField } from './PersonFields.js';

/** Sets a new password with the token of a link, which is in the fragment: it is sent to no server before the form is. */
export function ResetPasswordPage() {
  useTitle('New password');
  const token = useRouterState({ select: ({ location }) => location.hash });
  const [newPassword, setPassword] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call('resetPassword', { body: { token, newPassword } }),
    meta: { isSignIn: true },
    // This browser was signed out, too.
    onSuccess: () => client.clear(),
  });
  if (save.isSuccess) {
    return (
      <AccessCard title="Password changed">
        <p role="status" className="mb-6 text-muted">
          All browsers and command lines are signed out.
        </p>
        <Link
          to="/sign-in"
          search={{}}
          className="flex h-9 items-center justify-center rounded-lg bg-accent px-3.5 font-medium text-on-accent text-sm hover:bg-accent-hover"
        >
          Sign in
        </Link>
      </AccessCard>
    );
  }
  const isOver = token === '' || (save.error instanceof ApiError && save.error.code === 'TOKEN_INVALID');
  if (isOver) {
    return (
      <AccessCard title="This link does not work">
        <p role="alert" className="mb-6 text-muted">
          {save.error?.message ?? 'The link is incomplete. Open the whole link of the e-mail.'}
        </p>
        <p className="mb-4 text-center text-sm">
          <Link to="/forgot-password" className="rounded font-medium text-accent underline">
            Request another link
          </Link>
        </p>
        <BackToSignIn />
      </AccessCard>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <AccessCard title="Set a new password">
      <form onSubmit={submit} className="space-y-4">
        <p className="text-muted">A new password signs out all browsers and command lines.</p>
        <FormError error={save.error} fields={['newPassword']} />
        <NewPasswordField value={newPassword} onValue={setPassword} error={save.error} field="newPassword" />
        <Button type="submit" look="primary" className="w-full" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Set password'}
        </Button>
      </form>
    </AccessCard>
  );
}
