import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../client/call.js';
import { identityQuery } from '../client/queries.js';
import { Button } from './Button.js';
import { Icon } from './Icon.js';

/** The frame of every page but the review page: brand, where we are, who is signed in. */
export function Shell({ trail, children }: { trail?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-3 px-4 sm:px-6">
          <HomeLink />
          <nav aria-label="Breadcrumb" className="flex min-w-0 flex-1 items-center gap-2 text-sm">
            {trail}
          </nav>
          <Account />
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 sm:px-6 sm:py-10">{children}</main>
    </div>
  );
}

export function HomeLink() {
  return (
    <Link to="/" aria-label="svc: all projects" className="flex shrink-0 items-center gap-2 rounded-md">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <span className="font-semibold tracking-tight max-sm:hidden">svc</span>
    </Link>
  );
}

function Account() {
  const { data: identity } = useQuery(identityQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/sign-in', search: {} });
    },
  });
  if (!identity) return null;
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/account"
        title={identity.name}
        aria-label={`Account of ${identity.name}`}
        className="flex h-9 min-w-9 items-center justify-center gap-2 rounded-lg px-2 text-muted text-sm transition-colors hover:bg-sunken hover:text-ink"
      >
        <Icon name="people" className="sm:hidden" />
        <span className="max-w-40 truncate max-sm:hidden">{identity.name}</span>
      </Link>
      <Button
        look="quiet"
        icon="signOut"
        aria-label="Sign out"
        tip="Sign out"
        data-tip-align="end"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      />
    </div>
  );
}
