import type { CodeHostKind, CodeHostSettings, SetCodeHostBody } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, errorOfField } from '../../../client/ApiError.js';
import { checkRunsQuery, codeHostQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Switch } from '../../../ui/fields/Switch.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Notice } from '../../../ui/Notice.js';
import { kindWords } from './kindWords.js';
import { placeFields } from './placeFields.js';

const kinds = (Object.keys(kindWords) as CodeHostKind[]).map((value) => ({ value, label: kindWords[value] }));
const approverOptions = [
  { value: 'write', label: 'Everyone who may push' },
  { value: 'named', label: 'Only the accounts named' },
] as const;

interface Props {
  slug: string;
  earlier: CodeHostSettings | null;
  onDone: () => void;
}

/** Connects a code host. A secret is asked for every time, since the service never shows one. */
export function CodeHostForm({ slug, earlier, onDone }: Props) {
  const [values, setValues] = useState(() => valuesOf(earlier));
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: SetCodeHostBody) => call('setCodeHost', { project: slug, body }),
    onSuccess: (saved) => {
      client.setQueryData(codeHostQuery(slug).queryKey, saved);
      void client.invalidateQueries({ queryKey: checkRunsQuery(slug).queryKey });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(bodyOf(values));
  };
  const wrong = (field: string) => errorOfField(save.error, field);
  const isShown = ['repository', 'url', 'token', 'secret', 'checkName'].some(wrong);
  const fields = { values, change: (part: Partial<Values>) => setValues({ ...values, ...part }), wrong };
  return (
    <form onSubmit={submit}>
      <div className="max-w-lg space-y-5 p-5">
        {save.error && !isShown && (
          <Notice tone="danger" icon="warning" role="alert">
            {save.error instanceof ApiError ? save.error.message : 'It could not be saved.'}
          </Notice>
        )}
        <PlaceFields {...fields} />
        <CheckFields {...fields} />
      </div>
      <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface Values {
  kind: CodeHostKind;
  repository: string;
  url: string;
  secret: string;
  checkName: string;
  comment: boolean;
  who: 'write' | 'named';
  /** Those named, separated by commas. */
  accounts: string;
}

function valuesOf(earlier: CodeHostSettings | null): Values {
  const named = earlier && earlier.approvers !== 'write' ? earlier.approvers : null;
  return {
    kind: earlier?.kind ?? 'github',
    repository: earlier?.repository ?? '',
    url: earlier?.url ?? '',
    secret: '',
    checkName: earlier?.checkName ?? 'svc',
    comment: earlier?.comment ?? false,
    who: named ? 'named' : 'write',
    accounts: named?.join(', ') ?? '',
  };
}

function bodyOf({ kind, repository, url, secret, who, accounts, ...rest }: Values): SetCodeHostBody {
  const approvers = who === 'write' ? who : accounts.split(/[\s,]+/).filter(Boolean);
  const common = { ...rest, approvers };
  if (kind === 'github') return { kind, repository, ...common };
  if (kind === 'webhook') return { kind, url, secret, ...common };
  const opened = { repository, token: secret, ...common };
  if (kind === 'bitbucket') return { kind, ...opened };
  if (kind === 'gitlab') return { kind, url: url || 'https://gitlab.com', ...opened };
  return { kind, url, ...opened };
}

interface FieldsProps {
  values: Values;
  change: (part: Partial<Values>) => void;
  /** What is wrong with a field, as the service says. */
  wrong: (field: string) => string | undefined;
}

/** Where the code is, and what opens it. */
function PlaceFields({ values: { kind, repository, url, secret }, change, wrong }: FieldsProps) {
  const asked = placeFields[kind];
  return (
    <>
      <SelectField label="Host" value={kind} options={kinds} onChange={(to) => change({ kind: to })} />
      {asked.repository && (
        <TextField
          label="Repository"
          {...asked.repository}
          required
          spellCheck={false}
          autoCapitalize="none"
          value={repository}
          error={wrong('repository')}
          onChange={(event) => change({ repository: event.target.value })}
        />
      )}
      {asked.address && (
        <TextField
          label="Address"
          type="url"
          {...asked.address}
          value={url}
          error={wrong('url')}
          onChange={(event) => change({ url: event.target.value })}
        />
      )}
      {asked.secret && (
        <TextField
          {...asked.secret}
          type="password"
          autoComplete="off"
          required
          value={secret}
          error={wrong('token') ?? wrong('secret')}
          onChange={(event) => change({ secret: event.target.value })}
        />
      )}
    </>
  );
}

/** What the code host shows, and who may decide there. */
function CheckFields({ values: { checkName, comment, who, accounts }, change, wrong }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name of the check"
        hint="Each suite has its own check: this name / suite."
        required
        value={checkName}
        error={wrong('checkName')}
        onChange={(event) => change({ checkName: event.target.value })}
      />
      <SelectField
        label="Who may approve there"
        value={who}
        options={approverOptions}
        onChange={(to) => change({ who: to })}
      />
      {who === 'named' && (
        <TextField
          label="Accounts"
          hint="Separated by commas."
          value={accounts}
          onChange={(event) => change({ accounts: event.target.value })}
        />
      )}
      <Switch
        label="Comment on pull requests"
        hint="One comment, kept up to date."
        checked={comment}
        onChange={(to) => change({ comment: to })}
      />
    </>
  );
}
