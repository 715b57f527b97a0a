import type { ChatRule } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chatRulesQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.js';
import { Icon } from '../../../ui/Icon.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { Tag } from '../Tag.js';
import { ChatDialog } from './ChatDialog.js';
import { chatEventWords, chatKindWords } from './chatWords.js';

/** Where a project posts what happens to its builds. */
export function ChatPanel({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(chatRulesQuery(slug));
  const [editing, setEditing] = useState<ChatRule | 'new' | null>(null);
  const [removing, setRemoving] = useState<ChatRule | null>(null);
  return (
    <Panel
      title="Chat"
      about="Posts to Slack, Teams or Discord when a build needs review, was rejected or approved, or could not be captured."
      action={
        <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
          Add chat
        </Button>
      }
    >
      {data ? (
        data.rules.length === 0 ? (
          <PanelNote>
            Nothing is posted yet. You need the address of an incoming webhook, which the chat gives you.
          </PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {data.rules.map((rule) => (
              <RuleRow
                key={rule.id}
                slug={slug}
                rule={rule}
                onEdit={() => setEditing(rule)}
                onRemove={() => setRemoving(rule)}
              />
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the chats" error={error} retry={refetch} />
      )}
      {editing && (
        <ChatDialog slug={slug} rule={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {removing && <RemoveDialog slug={slug} rule={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  );
}

interface RowProps {
  slug: string;
  rule: ChatRule;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleRow({ slug, rule, onEdit, onRemove }: RowProps) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call('testChatRule', { project: slug, params: { id: rule.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: chatRulesQuery(slug).queryKey }),
  });
  const problem = test.error?.message ?? (test.data ? test.data.error : rule.lastError);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">
            <bdi>{rule.label}</bdi>
          </span>
          {rule.events.map((event) => (
            <Tag key={event}>{chatEventWords[event]}</Tag>
          ))}
        </p>
        <p className="mt-1 break-words text-muted text-sm">
          {chatKindWords[rule.kind]} at {rule.host} ·{' '}
          {rule.defaultBranchOnly ? 'default branch only' : 'all branches'} ·{' '}
          {rule.lastSentAt ? (
            <>
              last posted <TimeAgo at={rule.lastSentAt} />
            </>
          ) : (
            'nothing posted yet'
          )}
        </p>
        <p role="status" className="text-sm empty:hidden">
          {problem ? (
            <span className="mt-1 flex items-start gap-1.5 break-words text-removed">
              <Icon name="warning" size={13} className="mt-0.5 shrink-0" />
              <span className="min-w-0">Not posted: {problem}</span>
            </span>
          ) : test.data?.posted ? (
            <span className="mt-1 flex items-center gap-1.5 text-good">
              <Icon name="check" size={13} />
              The test message was posted.
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={test.isPending}
          onClick={() => test.mutate()}
          aria-label={`Send a test message to ${rule.label}`}
        >
          {test.isPending ? 'Sending…' : 'Send a test message'}
        </Button>
        <Button onClick={onEdit} aria-label={`Edit ${rule.label}`}>
          Edit
        </Button>
        <Button look="danger" onClick={onRemove} aria-label={`Remove ${rule.label}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function RemoveDialog({ slug, rule, onClose }: { slug: string; rule: ChatRule; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('removeChatRule', { project: slug, params: { id: rule.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: chatRulesQuery(slug).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Remove this chat?"
      action="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Nothing more is posted to <bdi className="font-medium text-ink">{rule.label}</bdi>, and the service
        forgets the address.
      </p>
    </ConfirmDialog>
  );
}
