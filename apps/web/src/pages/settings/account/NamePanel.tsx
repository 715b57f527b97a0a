import type { Account } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { accountQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { identityQuery } from '../../../client/queries.js';
import { Button } from '../../../ui/Button.js';
import { TextField } from '../../../ui/fields/TextField.js';
import { Panel } from '../Panel.js';

export function NamePanel({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call('changeAccount', { body: { name } }),
    onSuccess: (saved) => {
      client.setQueryData(accountQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: identityQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Panel
      title="Profile"
      about={
        account.isOperator ? 'You run this installation: you are an owner of every organization.' : undefined
      }
    >
      <form onSubmit={submit}>
        <div className="space-y-5 p-5">
          <TextField
            label="Name"
            className="max-w-md"
            hint="Shown beside your decisions. Earlier decisions keep the name they were made under."
            required
            maxLength={100}
            autoComplete="name"
            value={name}
            error={save.error ? (errorOfField(save.error, 'name') ?? save.error.message) : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <div className="text-sm">
            <p className="font-medium">E-mail</p>
            <p className="mt-1 break-words text-muted">
              {account.email ? <bdi>{account.email}</bdi> : 'None yet: it comes with your first password.'}
            </p>
          </div>
        </div>
        <div className="flex justify-end border-line border-t px-5 py-3">
          <Button type="submit" look="primary" disabled={name === account.name || save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}
