import type { Scope } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { keysQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Notice } from '../../../ui/Notice.js';
import { ShownOnceDialog } from '../ShownOnceDialog.js';

const scopeWords: Record<Scope, string> = {
  read: 'look at captures, diffs and baselines',
  upload: 'send images and run captures',
  review: 'approve and reject; also what --auto-approve and --auto-baseline need',
};
const scopes = Object.keys(scopeWords) as Scope[];

const lives = [
  { value: 'never', label: 'Until it is revoked' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
] as const;
type Life = (typeof lives)[number]['value'];

/** Makes a key, and shows its secret: once. */
export function NewKeyDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'upload']);
  const [life, setLife] = useState<Life>('never');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      call('createKey', {
        project: slug,
        body: { name, scopes: chosen, ...(life === 'never' ? {} : { expiresInDays: Number(life) }) },
      }),
    // The secret is in no cache.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery(slug).queryKey }),
  });
  if (create.data) {
    return (
      <ShownOnceDialog title="Copy the key now" value={create.data.secret} onClose={onClose}>
        This is the only time that <bdi className="break-words font-medium text-ink">{create.data.name}</bdi>{' '}
        is shown: the service keeps no copy. Store it with your secrets, as <code>SVC_API_KEY</code>.
      </ShownOnceDialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const nameError = errorOfField(create.error, 'name');
  return (
    <Dialog
      title="New API key"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            disabled={create.isPending || chosen.length === 0}
          >
            Create key
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-5">
        {create.error && !nameError && (
          <Notice tone="danger" icon="warning" role="alert">
            {create.error.message}
          </Notice>
        )}
        <TextField
          data-first
          label="Name"
          hint="Where it will be used, such as “GitHub Actions”."
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          error={nameError}
          onChange={(event) => setName(event.target.value)}
        />
        <ScopeChoice chosen={chosen} onChange={setChosen} />
        <SelectField label="Duration" value={life} options={lives} onChange={setLife} />
      </form>
    </Dialog>
  );
}

interface ScopeChoiceProps {
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
}

const ScopeChoice = ({ chosen, onChange }: ScopeChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium text-sm">May</legend>
    <div className="space-y-2">
      {scopes.map((scope) => (
        <label key={scope} className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
          <span>
            <span className="font-medium">{scope}</span>{' '}
            <span className="text-muted">{scopeWords[scope]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
