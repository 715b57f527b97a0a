import type { ApiKey } from '@svc/schema';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { personOf } from '../../../words/personOf.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { Tag } from '../Tag.js';
import { untilWords } from '../untilWords.js';
import { NewKeyDialog } from './NewKeyDialog.js';

/** The API keys of a project. */
export function KeysPanel({ slug }: { slug: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    keysQuery(slug),
  );
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = data?.pages.flatMap((page) => page.keys);
  return (
    <Panel
      title="API keys"
      about="For CI and scripts. A key can do what its scopes allow in this project; it cannot change settings."
      action={
        <Button look="primary" icon="plus" onClick={() => setIsMaking(true)}>
          New key
        </Button>
      }
    >
      {keys ? (
        keys.length === 0 ? (
          <PanelNote>No key yet. Continuous integration needs one to upload.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the keys" error={error} retry={refetch} />
      )}
      {hasNextPage && (
        <div className="border-line border-t p-3 text-center">
          <Button look="quiet" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {isMaking && <NewKeyDialog slug={slug} onClose={() => setIsMaking(false)} />}
      {revoking && <RevokeDialog slug={slug} apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

const isOver = ({ revokedAt, expiresAt }: ApiKey) =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const over = isOver(apiKey);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={`min-w-0 break-words font-medium ${over ? 'text-muted line-through' : ''}`}>
            <bdi>{name}</bdi>
          </span>
          {prefix && <code className="font-mono text-[13px] text-muted">{prefix}…</code>}
          {scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </p>
        <p className="mt-1 break-words text-muted text-sm">
          {revokedAt ? (
            <>
              Revoked <TimeAgo at={revokedAt} />
            </>
          ) : (
            <>
              {lastUsedAt ? (
                <>
                  Last used <TimeAgo at={lastUsedAt} />
                </>
              ) : (
                'Never used'
              )}
              {' · '}
              {expiresAt ? untilWords(expiresAt) : 'does not expire'}
            </>
          )}
          {' · created '}
          {createdBy ? (
            <>
              by <bdi>{personOf(createdBy)}</bdi>{' '}
            </>
          ) : (
            'on the server '
          )}
          <TimeAgo at={createdAt} />
        </p>
      </div>
      {!revokedAt && (
        <Button look="danger" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function RevokeDialog({ slug, apiKey, onClose }: { slug: string; apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call('revokeKey', { project: slug, params: { id: apiKey.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keysQuery(slug).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke this key?"
      action="Revoke"
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        The next request with <bdi className="font-medium text-ink">{apiKey.name}</bdi> is refused. Programs
        that use it stop working, and the key cannot be restored.
      </p>
    </ConfirmDialog>
  );
}
