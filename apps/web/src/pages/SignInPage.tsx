import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../client/api.js';
import { safeNext } from '../client/safeNext.js';
import { CommandLine } from '../ui/CommandLine.js';
import { Notice } from '../ui/Notice.js';
import { useTitle } from '../ui/useTitle.js';

/** Exchanges the one-time token of a sign-in link, or says where to get a link. */
export function SignInPage() {
  useTitle('Sign in');
  const { token, next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: api.signIn,
    onSuccess: () => {
      client.clear();
      router.history.replace(safeNext(next));
    },
  });
  // A token works once: it must not be sent twice when React mounts twice.
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    mutate(token);
  }, [token, mutate]);

  const working = Boolean(token) && !error;
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <div className="w-full max-w-md rounded-3xl border border-line bg-surface p-8 shadow-card sm:p-10">
        <img src="/favicon.svg" alt="" width={44} height={44} className="mb-6" />
        <h1 className="mb-2 font-semibold text-2xl tracking-tight">
          {working ? 'Signing you in…' : 'Sign in to svc'}
        </h1>
        {working ? (
          <p role="status" className="text-muted">
            {isPending ? 'Checking the link.' : 'One moment.'}
          </p>
        ) : (
          <div className="space-y-4">
            {error && (
              <Notice tone="danger" icon="warning" role="alert">
                {error.message} A link works once: print a new one.
              </Notice>
            )}
            <p className="text-muted">
              Signing in takes a one-time link. Whoever runs the server prints one with this command:
            </p>
            <CommandLine command="svc-server sign-in-link" />
            <p className="text-muted">Then open the link that it prints in this browser.</p>
          </div>
        )}
      </div>
    </main>
  );
}
