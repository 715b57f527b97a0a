import { useMutation } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { useTitle } from '../../ui/useTitle.js';
import { AccessCard } from './AccessCard.js';

/** Ends notifications without a sign-in, once somebody says so: mail programs open links on their own. */
export function UnsubscribePage() {
  useTitle('Unsubscribe');
  const token = useRouterState({ select: ({ location }) => location.hash });
  const end = useMutation({
    mutationFn: () => call('unsubscribe', { query: { token } }),
    meta: { isSignIn: true },
  });
  if (end.isSuccess) {
    return (
      <AccessCard title="You are unsubscribed">
        <p role="status" className="mb-6 text-muted">
          You no longer receive notifications by e-mail. E-mails that you ask for, such as those with a link
          for a new password, still come.
        </p>
        <Choose />
      </AccessCard>
    );
  }
  return (
    <AccessCard title="Unsubscribe">
      <div className="space-y-5">
        {token === '' ? (
          <p role="alert" className="text-muted">
            The link is incomplete. Open the whole link of the e-mail.
          </p>
        ) : (
          <>
            {end.error && (
              <Notice tone="danger" icon="warning" role="alert">
                {end.error.message}
              </Notice>
            )}
            <p className="text-muted">
              Stop all e-mails about mentions, replies, review requests and builds.
            </p>
            <Button look="primary" className="w-full" disabled={end.isPending} onClick={() => end.mutate()}>
              Unsubscribe from all
            </Button>
          </>
        )}
        <Choose />
      </div>
    </AccessCard>
  );
}

const Choose = () => (
  <p className="text-center text-sm">
    <Link to="/account" search={{}} className="rounded font-medium text-accent underline">
      Choose your notifications
    </Link>
  </p>
);
