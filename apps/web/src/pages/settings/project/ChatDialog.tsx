import type { ChatEvent, ChatKind, ChatRule } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { chatRulesQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Switch } from '../../../ui/fields/Switch.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Notice } from '../../../ui/Notice.js';
import { chatEvents, chatEventWords, chatKindWords } from './chatWords.js';

const kinds = (Object.keys(chatKindWords) as ChatKind[]).map((value) => ({
  value,
  label: chatKindWords[value],
}));

const addressHints: Record<ChatKind, string> = {
  slack: 'Create an app with Incoming Webhooks in Slack, add it to a channel and copy its webhook URL.',
  teams:
    'Create a workflow in the channel from the template “Post to a channel when a webhook request is received”.',
  discord: 'Channel settings → Integrations → Webhooks → New Webhook → Copy Webhook URL.',
};

/** Adds a chat, or changes what is posted to it. The address is never shown again. */
export function ChatDialog({
  slug,
  rule,
  onClose,
}: {
  slug: string;
  rule: ChatRule | null;
  onClose: () => void;
}) {
  const formId = useId();
  const [kind, setKind] = useState<ChatKind>(rule?.kind ?? 'slack');
  const [label, setLabel] = useState(rule?.label ?? '');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly ChatEvent[]>(rule?.events ?? chatEvents);
  const [defaultBranchOnly, setDefaultBranchOnly] = useState(rule?.defaultBranchOnly ?? false);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const body = { label, events: [...events], defaultBranchOnly };
      return rule
        ? call('changeChatRule', {
            project: slug,
            params: { id: rule.id },
            body: url === '' ? body : { ...body, url },
          })
        : call('addChatRule', { project: slug, body: { ...body, kind, url } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: chatRulesQuery(slug).queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const wrong = (field: string) => errorOfField(save.error, field);
  const isShown = ['label', 'url', 'events'].some(wrong);
  return (
    <Dialog
      title={rule ? 'Edit chat' : 'Add chat'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            disabled={save.isPending || label.trim() === '' || events.length === 0}
          >
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-5">
        {save.error && !isShown && (
          <Notice tone="danger" icon="warning" role="alert">
            {save.error.message}
          </Notice>
        )}
        {!rule && <SelectField label="Chat" value={kind} options={kinds} onChange={setKind} />}
        <TextField
          label="Name"
          hint="What you call the channel, such as #design."
          value={label}
          maxLength={100}
          required
          error={wrong('label')}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TextField
          label="Webhook address"
          hint={
            rule
              ? `It posts to ${rule.host}. Leave it empty to keep the address, which is never shown.`
              : `${addressHints[kind]} It is a secret: the service never shows it.`
          }
          type="url"
          value={url}
          required={!rule}
          autoComplete="off"
          spellCheck={false}
          error={wrong('url')}
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Post when</legend>
          {chatEvents.map((event) => (
            <label key={event} className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  setEvents(
                    chatEvents.filter((one) => (one === event ? target.checked : events.includes(one))),
                  )
                }
              />
              {chatEventWords[event]}
            </label>
          ))}
        </fieldset>
        <Switch
          label="Default branch only"
          hint="Turn off to include pull requests."
          checked={defaultBranchOnly}
          onChange={setDefaultBranchOnly}
        />
      </form>
    </Dialog>
  );
}
