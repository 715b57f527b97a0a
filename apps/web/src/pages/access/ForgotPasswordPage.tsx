import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { signInOptionsQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { useTitle } from '../../ui/useTitle.js';
import { AccessCard } from './AccessCard.js';
import { EmailField, FormError } from './PersonFields.js';

/** Has a link that sets a new password sent. What is said afterwards does not tell whether there is an account. */
export function ForgotPasswordPage() {
  useTitle('Forgot password');
  const [email, setEmail] = useState('');
  const { data: options } = useQuery(signInOptionsQuery);
  const request = useMutation({
    mutationFn: () => call('requestPasswordReset', { body: { email } }),
    meta: { isSignIn: true },
  });
  if (request.isSuccess) {
    return (
      <AccessCard title="Check your inbox">
        <p role="status" className="mb-6 text-muted">
          If <span className="break-words font-medium text-ink">{email}</span> has an account here, an e-mail
          with a link is on its way. The link works once, for one hour.
        </p>
        <p className="mb-6 text-muted text-sm">
          Nothing arrives? Look in the spam folder, or ask an owner of your organization which address you
          signed up with.
        </p>
        <BackToSignIn />
      </AccessCard>
    );
  }
  if (options && !options.sendsMail) {
    return (
      <AccessCard title="Forgot your password?">
        <p className="mb-6 text-muted">
          This service sends no e-mail. Ask an owner of your organization for an invitation, or its operator
          for a one-time sign-in link.
        </p>
        <BackToSignIn />
      </AccessCard>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <AccessCard title="Forgot your password?">
      <form onSubmit={submit} className="space-y-4">
        <p className="text-muted">Enter your e-mail address to receive a link that sets a new password.</p>
        <FormError error={request.error} fields={['email']} />
        <EmailField value={email} onValue={setEmail} error={request.error} />
        <Button type="submit" look="primary" className="w-full" disabled={request.isPending}>
          {request.isPending ? 'Sending…' : 'Send the link'}
        </Button>
        <BackToSignIn />
      </form>
    </AccessCard>
  );
}

export const BackToSignIn = () => (
  <p className="text-center text-sm">
    <Link to="/sign-in" search={{}} className="rounded font-medium text-accent underline">
      Back to sign-in
    </Link>
  </p>
);
