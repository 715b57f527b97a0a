import type { CodeHostSettings, RepositoryProof } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkRunsQuery, codeHostQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import type { Membership } from '../../../client/useMembership.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { Notice } from '../../../ui/Notice.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Forbidden } from '../Forbidden.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { CodeHostForm } from './CodeHostForm.js';
import { kindWords } from './kindWords.js';

/** Where the project shows its check runs, and whether that works. */
export function CodeHostPanel({ slug, membership }: { slug: string; membership: Membership }) {
  const { data, error, refetch } = useQuery(codeHostQuery(slug));
  const [isChanging, setIsChanging] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const may = membership.may('manage');
  return (
    <>
      {!may && <Forbidden what="Connecting a code host" role={membership.role} needs="maintainer" />}
      <Panel title="Code host" about="Where commits and pull requests show the outcome of a review.">
        {data ? (
          isChanging ? (
            <CodeHostForm slug={slug} earlier={data.codeHost} onDone={() => setIsChanging(false)} />
          ) : data.codeHost ? (
            <Connected
              codeHost={data.codeHost}
              {...(may ? { onChange: () => setIsChanging(true), onRemove: () => setIsRemoving(true) } : {})}
            />
          ) : (
            <div className="pb-6 text-center">
              <PanelNote>Not connected: no check runs are created.</PanelNote>
              {may && (
                <Button look="primary" icon="link" onClick={() => setIsChanging(true)}>
                  Connect a code host
                </Button>
              )}
            </div>
          )
        ) : (
          <PanelState label="Loading the code host" error={error} retry={refetch} />
        )}
      </Panel>
      {data?.codeHost && <Deliveries slug={slug} />}
      {isRemoving && <RemoveDialog slug={slug} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

const proofWords = {
  operator: 'an administrator of this service',
  list: 'the list in the settings of this service',
  push: 'an account that may push to it',
} as const satisfies Record<RepositoryProof, string>;

interface ConnectedProps {
  codeHost: CodeHostSettings;
  onChange?: () => void;
  onRemove?: () => void;
}

function Connected({ codeHost, onChange, onRemove }: ConnectedProps) {
  const { kind, repository, url, checkName, comment, approvers, proof, updatedAt } = codeHost;
  const rows: [string, string][] = [
    ['Host', kindWords[kind]],
    ...(repository ? ([['Repository', repository]] as [string, string][]) : []),
    ...(url ? ([['Address', url]] as [string, string][]) : []),
    ...(proof && proof !== 'not-needed' ? ([['Confirmed by', proofWords[proof]]] as [string, string][]) : []),
    ['Name of the check', checkName],
    ['Comment on pull requests', comment ? 'kept up to date' : 'none'],
    [
      'Who may approve there',
      approvers === 'write' ? 'everyone who may push' : approvers.join(', ') || 'nobody',
    ],
  ];
  return (
    <>
      {proof === null && (
        <Notice tone="warning" icon="warning">
          <p className="font-medium">Nobody has confirmed that this project may speak for {repository}.</p>
          <p>
            It gets no check runs. Save the connection again with a linked account or a token that may push to
            the repository, or ask an administrator of this service to confirm it.
          </p>
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-3 p-5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted max-sm:-mb-2">{label}</dt>
            <dd className="break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-3">
        <p className="min-w-0 flex-1 text-muted text-sm">
          Changed <TimeAgo at={updatedAt} />
        </p>
        {onRemove && (
          <Button look="danger" onClick={onRemove}>
            Disconnect
          </Button>
        )}
        {onChange && <Button onClick={onChange}>Change</Button>}
      </div>
    </>
  );
}

/** Whether what was decided arrives. */
function Deliveries({ slug }: { slug: string }) {
  const { data } = useQuery(checkRunsQuery(slug));
  const failed = data?.checkRuns.filter((run) => run.error !== null) ?? [];
  const [newest] = failed;
  if (!data) return null;
  if (!newest) {
    return (
      <Notice tone="good" icon="check">
        {data.checkRuns.length === 0
          ? 'Nothing sent yet. Check runs follow the next diff of a commit.'
          : 'All of the newest check runs are shown.'}
      </Notice>
    );
  }
  return (
    <Notice tone="warning" icon="warning" role="status">
      <p className="font-medium">
        {failed.length === 1 ? 'A check run is' : `${failed.length} check runs are`} not shown.
      </p>
      <p className="break-words">
        <bdi>{newest.error}</bdi> (commit <code className="font-mono">{newest.commit.slice(0, 7)}</code>
        {newest.nextAttemptAt ? ', retried automatically' : ''})
      </p>
    </Notice>
  );
}

function RemoveDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('removeCodeHost', { project: slug }),
    onSuccess: () => {
      client.setQueryData(codeHostQuery(slug).queryKey, { codeHost: null });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Disconnect the code host?"
      action="Disconnect"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>No more check runs are sent. Existing ones stay as they are.</p>
    </ConfirmDialog>
  );
}
