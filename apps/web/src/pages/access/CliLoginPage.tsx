import type { Account } from '@svc/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { isStatus } from '../../client/ApiError.js';
import { accountQuery, cliLoginQuery, organisationsQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { loopbackUrl } from '../../client/loopbackUrl.js';
import { Button } from '../../ui/Button.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { Icon } from '../../ui/Icon.js';
import { Notice } from '../../ui/Notice.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { roleWords } from '../../words/roleWords.js';
import { AccessCard } from './AccessCard.js';
import { CodeForm, codeOf } from './CodeForm.js';

/** A person who is signed in lets a command line in, or does not. */
export function CliLoginPage() {
  useTitle('Sign in a command line');
  const { code: given } = useSearch({ from: '/cli-login' });
  const code = codeOf(given ?? '');
  if (!code) {
    return (
      <AccessCard title="Sign in a command line">
        <div className="mt-4">
          <CodeForm />
        </div>
      </AccessCard>
    );
  }
  return <Decision key={code} code={code} />;
}

function Decision({ code }: { code: string }) {
  const login = useQuery(cliLoginQuery(code));
  const account = useQuery(accountQuery);
  const decide = useMutation({
    mutationFn: (allow: boolean) => call('decideCliLogin', { params: { code }, body: { allow } }),
    onSuccess: ({ redirectUrl }) => {
      const back = loopbackUrl(redirectUrl);
      if (back) window.location.assign(back);
    },
  });
  if (decide.isSuccess)
    return <Decided allowed={decide.variables} goesBack={decide.data.redirectUrl !== null} />;
  const error = login.error ?? account.error;
  if (isStatus(error, 404) || isStatus(error, 400) || isStatus(decide.error, 404)) return <Over />;
  return (
    <AccessCard title="Allow this command line?">
      {login.data && account.data ? (
        <>
          <p className="text-muted">
            <span className="break-words font-medium text-ink">{login.data.name}</span> wants to act as you.
          </p>
          <Facts code={code} account={account.data} />
          {!login.data.isLoopback && (
            <Notice tone="warning" icon="warning">
              Did you run <code className="font-mono">svc login</code> just now? If somebody sent you this
              link or code, refuse.
            </Notice>
          )}
          {decide.error && (
            <div className="mt-4">
              <Notice tone="danger" icon="warning" role="alert">
                {decide.error.message}
              </Notice>
            </div>
          )}
          <div className="mt-6 flex flex-wrap gap-2">
            <Button
              look="primary"
              icon="check"
              className="flex-1"
              disabled={decide.isPending}
              onClick={() => decide.mutate(true)}
            >
              Allow
            </Button>
            <Button
              className="flex-1"
              icon="cross"
              disabled={decide.isPending}
              onClick={() => decide.mutate(false)}
            >
              Refuse
            </Button>
          </div>
        </>
      ) : error ? (
        <Notice
          tone="danger"
          icon="warning"
          role="alert"
          action={
            <Button icon="refresh" onClick={() => void Promise.all([login.refetch(), account.refetch()])}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : (
        <div role="status" aria-label="Loading the login" className="space-y-4">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-52 rounded-2xl" />
          <Skeleton className="h-9" />
        </div>
      )}
    </AccessCard>
  );
}

/** What decides whether to allow it. */
const Facts = ({ code, account }: { code: string; account: Account }) => (
  <dl className="my-6 divide-y divide-line rounded-2xl border border-line text-sm">
    <div className="px-4 py-3">
      <dt className="text-muted">Code</dt>
      <dd>
        <p className="mt-1 font-mono font-semibold text-2xl tracking-widest">{code}</p>
        <p className="mt-1 text-muted">Check that your terminal shows the same code.</p>
      </dd>
    </div>
    <div className="px-4 py-3">
      <dt className="text-muted">Account</dt>
      <dd className="break-words font-medium">
        {account.name}
        {account.email && <span className="font-normal text-muted"> · {account.email}</span>}
      </dd>
    </div>
    <div className="px-4 py-3">
      <dt className="mb-1 text-muted">Allowed, for 90 days or until you sign it out</dt>
      <Abilities isOperator={account.isOperator} />
    </div>
  </dl>
);

/** What the login may do: what its person may. */
function Abilities({ isOperator }: { isOperator: boolean }) {
  const { data } = useQuery(organisationsQuery);
  if (isOperator) return <dd>Everything in every organization: you administer this installation.</dd>;
  if (!data) return <dd className="text-muted">What you may do.</dd>;
  if (data.organisations.length === 0) return <dd>Nothing yet: you do not belong to an organization.</dd>;
  return data.organisations.map(({ name, role }) => (
    <dd key={name} className="break-words">
      <span className="font-medium">{name}</span>: {roleWords[role]}{' '}
      <span className="text-muted">({role})</span>
    </dd>
  ));
}

function Decided({ allowed, goesBack }: { allowed: boolean; goesBack: boolean }) {
  return (
    <AccessCard title={allowed ? 'The command line is signed in' : 'Refused'}>
      <div role="status" className="flex gap-3 text-muted">
        <span className={`mt-1 ${allowed ? 'text-good' : 'text-removed'}`}>
          <Icon name={allowed ? 'check' : 'cross'} />
        </span>
        <p>
          {allowed
            ? `${goesBack ? 'The command line takes over. ' : ''}Go back to your terminal; you can close this page.`
            : 'The command line gets no access. You can close this page.'}
        </p>
      </div>
    </AccessCard>
  );
}

function Over() {
  return (
    <AccessCard title="This login has expired">
      <div role="alert" className="space-y-4 text-muted">
        <p>
          This code is not valid: it was used, is more than 10 minutes old, or was mistyped. Start again in
          your terminal:
        </p>
        <CommandLine command="svc login" />
      </div>
      <div className="mt-6 border-line border-t pt-6">
        <CodeForm />
      </div>
    </AccessCard>
  );
}
