import type { Account } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { signInOptionsQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { safeNext } from '../../client/safeNext.js';
import { hasUnsent } from '../../client/unsentKeys.js';
import { Button } from '../../ui/Button.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { Notice } from '../../ui/Notice.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { problemText } from '../../words/problemWords.js';
import { AccessCard } from './AccessCard.js';
import { Divider } from './Divider.js';
import { PasswordForm } from './PasswordForm.js';
import { ProviderButtons } from './ProviderButtons.js';
import { SetUpForm } from './SetUpForm.js';
import { SignUpForm } from './SignUpForm.js';

/** Where people get in: by a one-time link, by password, from elsewhere, or with a new account. */
export function SignInPage() {
  useTitle('Sign in');
  const { next, problem, provider } = useSearch({ from: '/sign-in' });
  const token = useRouterState({ select: ({ location }) => tokenIn(location.hash) });
  const router = useRouter();
  const client = useQueryClient();
  const goOn = () => {
    client.clear();
    router.history.replace(safeNext(next));
  };
  const link = useLink(token, ({ email }) => email !== null && goOn());
  if (link.account && link.account.email === null) {
    return (
      <AccessCard title="Welcome to svc">
        <SetUpForm name={link.account.name} onDone={goOn} />
      </AccessCard>
    );
  }
  if (token && !link.error) {
    return (
      <AccessCard title="Signing you in…">
        <p role="status" className="text-muted">
          Checking the link.
        </p>
      </AccessCard>
    );
  }
  return (
    <Choices
      next={safeNext(next)}
      trouble={link.error ? link.error.message : problemText(problem, provider)}
      isByLink={link.error !== null}
      onSignedIn={goOn}
    />
  );
}

/** The token of a one-time link is in the fragment, which is sent to no server. */
const tokenIn = (hash: string): string | undefined => new URLSearchParams(hash).get('token') ?? undefined;

/** Uses up the token of a one-time link, and reads the account that it opens. */
function useLink(token: string | undefined, onAccount: (account: Account) => void) {
  const { mutate, data, error } = useMutation({
    mutationFn: async (one: string) => {
      await call('signIn', { body: { token: one } });
      return call('getAccount');
    },
    onSuccess: onAccount,
  });
  // A token works once: it must not be sent twice when React mounts twice.
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    mutate(token);
  }, [token, mutate]);
  return { account: data ?? null, error };
}

interface ChoicesProps {
  next: string;
  /** What went wrong before. */
  trouble: string | null;
  isByLink: boolean;
  onSignedIn: () => void;
}

function Choices({ next, trouble, isByLink, onSignedIn }: ChoicesProps) {
  const { data: options, error, refetch } = useQuery(signInOptionsQuery);
  const [isNew, setIsNew] = useState(false);
  return (
    <AccessCard title={isNew ? 'Create an account' : 'Sign in to svc'}>
      <div className="mt-4 space-y-4">
        {hasUnsent() && (
          <Notice tone="warning" icon="warning" role="status">
            Your session ended before your last decisions were saved. They are sent once you sign in here
            again.
          </Notice>
        )}
        {trouble && (
          <Notice tone="danger" icon="warning" role="alert">
            {trouble}
          </Notice>
        )}
        {options ? (
          <div>
            <ProviderButtons next={next} />
            {options.providers.length > 0 && <Divider word="or" />}
            {isNew ? <SignUpForm onSignedIn={onSignedIn} /> : <PasswordForm onSignedIn={onSignedIn} />}
            {options.isSignUpOpen && (
              <p className="mt-5 text-center text-muted text-sm">
                {isNew ? 'Already have an account? ' : 'No account yet? '}
                <button
                  type="button"
                  className="rounded font-medium text-accent underline"
                  onClick={() => setIsNew(!isNew)}
                >
                  {isNew ? 'Sign in' : 'Create one'}
                </button>
              </p>
            )}
          </div>
        ) : error ? (
          <Notice
            tone="danger"
            icon="warning"
            role="alert"
            action={
              <Button icon="refresh" onClick={() => refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Notice>
        ) : (
          <div role="status" aria-label="Loading the ways to sign in" className="space-y-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-9" />
          </div>
        )}
        {!isNew && <LinkHelp open={isByLink} sendsMail={options?.sendsMail === true} />}
      </div>
    </AccessCard>
  );
}

/** For the first start, and for who forgot a password where no e-mail is sent. */
function LinkHelp({ open, sendsMail }: { open: boolean; sendsMail: boolean }) {
  return (
    <details open={open} className="border-line border-t pt-4 text-sm">
      <summary className="rounded text-muted hover:text-ink">
        {sendsMail ? 'First start, or no account?' : 'First start, or no password?'}
      </summary>
      <div className="mt-3 space-y-3 text-muted">
        <p>An administrator of the server prints a one-time sign-in link with this command:</p>
        <CommandLine command="svc-server sign-in-link" />
        <p>Everyone else can ask an owner of their organization for an invitation.</p>
      </div>
    </details>
  );
}
