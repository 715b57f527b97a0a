import type { Account } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, signInOptionsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { Notice } from '../../../ui/Notice.js';
import { ProviderMark } from '../../../ui/ProviderMark.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Panel } from '../Panel.js';

interface Provider {
  id: string;
  name: string;
}

/** Accounts elsewhere that sign in to this one; nothing where there is nowhere. */
export function IdentitiesPanel({ account }: { account: Account }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [removing, setRemoving] = useState<Provider | null>(null);
  const link = useMutation({
    mutationFn: (provider: string) => call('linkIdentity', { params: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!options) return null;
  const linked = new Map(account.identities.map((identity) => [identity.provider, identity]));
  // What was linked while it was offered can be taken away when it is offered no more.
  const providers = [
    ...options.providers,
    ...account.identities
      .filter(({ provider }) => !options.providers.some(({ id }) => id === provider))
      .map(({ provider }) => ({ id: provider, name: provider })),
  ];
  if (providers.length === 0) return null;
  const isLastWay = !account.hasPassword && account.identities.length === 1;
  return (
    <Panel
      title="Linked accounts"
      about={
        isLastWay
          ? 'They sign you in here. Set a password before you unlink the last one.'
          : 'They sign you in here.'
      }
    >
      {link.error && (
        <div className="p-5 pb-0">
          <Notice tone="danger" icon="warning" role="alert">
            {link.error.message}
          </Notice>
        </div>
      )}
      <ul className="divide-y divide-line">
        {providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            identity={linked.get(provider.id)}
            isLastWay={isLastWay}
            isLinking={link.isPending}
            onLink={() => link.mutate(provider.id)}
            onUnlink={() => setRemoving(provider)}
          />
        ))}
      </ul>
      {removing && <UnlinkDialog {...removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

interface RowProps {
  provider: Provider;
  /** The account there that is linked. */
  identity: Account['identities'][number] | undefined;
  /** Whether without it nobody could sign in any more. */
  isLastWay: boolean;
  isLinking: boolean;
  onLink: () => void;
  onUnlink: () => void;
}

function ProviderRow({ provider, identity, isLastWay, isLinking, onLink, onUnlink }: RowProps) {
  const { id, name } = provider;
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3.5">
      <ProviderMark id={id} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted text-sm">
          {identity ? (
            <>
              {identity.name && (
                <>
                  <bdi>{identity.name}</bdi>
                  {' · '}
                </>
              )}
              linked <TimeAgo at={identity.createdAt} />
            </>
          ) : (
            'Not linked'
          )}
        </p>
      </div>
      {identity ? (
        <Button look="danger" disabled={isLastWay} aria-label={`Unlink ${name}`} onClick={onUnlink}>
          Unlink
        </Button>
      ) : (
        <Button icon="link" disabled={isLinking} aria-label={`Link ${name}`} onClick={onLink}>
          Link
        </Button>
      )}
    </li>
  );
}

function UnlinkDialog({ id, name, onClose }: Provider & { onClose: () => void }) {
  const client = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call('unlinkIdentity', { params: { provider: id } }),
    onSuccess: (account) => {
      client.setQueryData(accountQuery.queryKey, account);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Unlink ${name}?`}
      action="Unlink"
      isPending={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate()}
      onClose={onClose}
    >
      <p>It can no longer sign you in here. Existing sign-ins stay.</p>
    </ConfirmDialog>
  );
}
