import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { Notice } from '../../../ui/Notice.js';
import { Shell } from '../../../ui/Shell.js';
import { useTitle } from '../../../ui/useTitle.js';
import { problemText } from '../../../words/problemWords.js';
import { PanelState } from '../PanelState.js';
import { IdentitiesPanel } from './IdentitiesPanel.js';
import { MailPanel } from './MailPanel.js';
import { NamePanel } from './NamePanel.js';
import { OrganisationsPanel } from './OrganisationsPanel.js';
import { PasswordPanel } from './PasswordPanel.js';
import { SignInsPanel } from './SignInsPanel.js';
import { ThemePanel } from './ThemePanel.js';

/** One's own account: name, ways to sign in, and where one is signed in. */
export function AccountPage() {
  useTitle('Account');
  const { problem, provider } = useSearch({ from: '/account' });
  const account = useQuery(accountQuery);
  const trouble = problemText(problem, provider);
  return (
    <Shell trail={<span className="text-muted">Account</span>}>
      <div className="mx-auto max-w-3xl">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
          <h1 className="font-semibold text-2xl tracking-tight">Account</h1>
          <SignOut />
        </div>
        {trouble && (
          <div className="mb-8">
            <Notice tone="danger" icon="warning" role="alert">
              {trouble}
            </Notice>
          </div>
        )}
        {account.data ? (
          <div className="space-y-10">
            <NamePanel account={account.data} />
            <PasswordPanel account={account.data} />
            <IdentitiesPanel account={account.data} />
            <MailPanel />
            <ThemePanel />
            <SignInsPanel />
            <OrganisationsPanel />
          </div>
        ) : (
          <PanelState label="Loading the account" error={account.error} retry={account.refetch} />
        )}
      </div>
    </Shell>
  );
}

function SignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/sign-in', search: {} });
    },
  });
  return (
    <Button icon="signOut" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out here
    </Button>
  );
}
