import type { SignedInPlace } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { signInsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { Icon } from '../../../ui/Icon.js';
import { Notice } from '../../../ui/Notice.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Panel } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { Tag } from '../Tag.js';
import { untilWords } from '../untilWords.js';
import { browserWords } from './browserWords.js';

const nameOf = ({ kind, name }: SignedInPlace) =>
  kind === 'browser' ? browserWords(name) : (name ?? 'Command line');

/** Browsers and command lines that are signed in to the account. */
export function SignInsPanel() {
  const { data, error, refetch } = useQuery(signInsQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call('endSignIn', { params: { id } }),
    onSuccess: (left) => client.setQueryData(signInsQuery.queryKey, left),
  });
  return (
    <Panel
      title="Where you are signed in"
      about="Sign out anything you do not recognize, and change your password."
      action={
        <Button look="danger" onClick={() => setIsLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {end.error && (
        <div className="p-5 pb-0">
          <Notice tone="danger" icon="warning" role="alert">
            {end.error.message}
          </Notice>
        </div>
      )}
      {data ? (
        <ul className="divide-y divide-line">
          {data.signIns.map((place) => (
            <li key={place.id} className="flex flex-wrap items-center gap-3 px-5 py-3.5">
              <Icon name={place.kind === 'browser' ? 'browser' : 'terminal'} className="text-muted" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex items-center gap-2">
                  <bdi className="min-w-0 truncate font-medium">{nameOf(place)}</bdi>
                  {place.isCurrent && <Tag>here</Tag>}
                </p>
                <p className="text-muted text-sm">
                  {place.kind === 'login' && 'Command line · '}
                  {place.lastUsedAt ? (
                    <>
                      last used <TimeAgo at={place.lastUsedAt} />
                    </>
                  ) : (
                    <>
                      since <TimeAgo at={place.createdAt} />
                    </>
                  )}
                  {' · '}
                  {untilWords(place.expiresAt)}
                </p>
              </div>
              {!place.isCurrent && (
                <Button
                  disabled={end.isPending}
                  aria-label={`Sign out ${nameOf(place)}`}
                  onClick={() => end.mutate(place.id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <PanelState label="Loading your sign-ins" error={error} retry={refetch} />
      )}
      {isLeaving && <EverywhereDialog onClose={() => setIsLeaving(false)} />}
    </Panel>
  );
}

function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => call('signOutEverywhere'),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/sign-in', search: {} });
    },
  });
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      isPending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <p>All browsers, this one too, and all command lines. API keys keep working.</p>
    </ConfirmDialog>
  );
}
