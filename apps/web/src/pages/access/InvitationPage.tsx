import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../client/ApiError.js';
import { invitationQuery, signInOptionsQuery, visitorQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Notice } from '../../ui/Notice.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { personOf } from '../../words/personOf.js';
import { roleWords } from '../../words/roleWords.js';
import { AccessCard } from './AccessCard.js';
import { Divider } from './Divider.js';
import { PasswordForm } from './PasswordForm.js';
import { ProviderButtons } from './ProviderButtons.js';
import { SignUpForm } from './SignUpForm.js';

/** What an invitation offers, and the ways to take it. The token is in the fragment, which is sent to no server. */
export function InvitationPage() {
  useTitle('Invitation');
  const token = useRouterState({ select: ({ location }) => location.hash });
  const offer = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  const visitor = useQuery(visitorQuery);
  if (token === '' || (offer.error instanceof ApiError && [400, 403].includes(offer.error.status))) {
    return (
      <AccessCard title="This invitation does not work">
        <p role="alert" className="text-muted">
          {offer.error?.message ?? 'The link is incomplete. Open the whole link that you received.'}
        </p>
      </AccessCard>
    );
  }
  if (offer.data && visitor.data !== undefined) {
    const { organisation, role, invitedBy } = offer.data;
    return (
      <AccessCard title={`Join ${organisation}`}>
        <p className="mb-6 text-muted">
          <span className="break-words font-medium text-ink">{personOf(invitedBy)}</span> invites you as{' '}
          <span className="font-medium text-ink">{role}</span>: you may {roleWords[role]}.
        </p>
        {visitor.data ? <Accept token={token} name={visitor.data.name} /> : <WaysIn token={token} />}
      </AccessCard>
    );
  }
  const error = offer.error ?? visitor.error;
  return (
    <AccessCard title="Invitation">
      {error ? (
        <EmptyState icon="warning" title="The invitation could not be loaded" role="alert">
          <p>{error.message}</p>
          <Button
            icon="refresh"
            className="mt-4"
            onClick={() => void Promise.all([offer.refetch(), visitor.refetch()])}
          >
            Try again
          </Button>
        </EmptyState>
      ) : (
        <div role="status" aria-label="Loading the invitation" className="space-y-4">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
    </AccessCard>
  );
}

/** For who is signed in. */
function Accept({ token, name }: { token: string; name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => call('acceptInvitation', { body: { token } }),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/', replace: true });
    },
  });
  const leave = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => client.resetQueries(visitorQuery),
  });
  return (
    <div className="space-y-4">
      {accept.error && (
        <Notice tone="danger" icon="warning" role="alert">
          {accept.error.message}
        </Notice>
      )}
      <Button
        look="primary"
        className="h-auto min-h-9 w-full py-1.5"
        disabled={accept.isPending || leave.isPending}
        onClick={() => accept.mutate()}
      >
        <span className="min-w-0 break-words">Accept as {name}</span>
      </Button>
      <Button
        look="quiet"
        className="w-full"
        disabled={accept.isPending || leave.isPending}
        onClick={() => leave.mutate()}
      >
        Use another account
      </Button>
    </div>
  );
}

/** For who is not: a new account, or the one there is already. */
function WaysIn({ token }: { token: string }) {
  const [hasAccount, setHasAccount] = useState(false);
  const { data: options } = useQuery(signInOptionsQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <ProviderButtons next="/" invitation={token} />
      {options && options.providers.length > 0 && <Divider word="or" />}
      {hasAccount ? (
        <PasswordForm onSignedIn={() => client.resetQueries(visitorQuery)} />
      ) : (
        <SignUpForm
          invitation={token}
          onSignedIn={() => {
            client.clear();
            void navigate({ to: '/', replace: true });
          }}
        />
      )}
      <p className="mt-5 text-center text-muted text-sm">
        {hasAccount ? 'New here? ' : 'Already have an account? '}
        <button
          type="button"
          className="rounded font-medium text-accent underline"
          onClick={() => setHasAccount(!hasAccount)}
        >
          {hasAccount ? 'Create an account' : 'Sign in to it'}
        </button>
      </p>
    </>
  );
}
