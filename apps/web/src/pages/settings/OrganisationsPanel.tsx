import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { accessApi } from '../../client/accessApi.js';
import { accountQuery, organisationsQuery, signInOptionsQuery } from '../../client/accessQueries.js';
import { Button } from '../../ui/Button.js';
import { TextField } from '../../ui/TextField.js';
import { Panel, PanelNote } from './Panel.js';
import { PanelState } from './PanelState.js';
import { Tag } from './Tag.js';

/** The organisations that one is in, and a new one where one may make any. */
export function OrganisationsPanel() {
  const { data, error, refetch } = useQuery(organisationsQuery);
  const { data: account } = useQuery(accountQuery);
  const { data: options } = useQuery(signInOptionsQuery);
  const mayMake = account?.isOperator || options?.isSignUpOpen;
  return (
    <Panel
      title="Organisations"
      about={mayMake ? undefined : 'An owner invites you to another. Who runs the service makes new ones.'}
    >
      {data ? (
        data.organisations.length === 0 ? (
          <PanelNote>You are in none yet.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {data.organisations.map(({ name, role }) => (
              <li key={name} className="flex items-center gap-3 px-5 py-3.5">
                <Link
                  to="/organisations/$org/{-$section}"
                  params={{ org: name, section: undefined }}
                  className="min-w-0 flex-1 truncate rounded font-medium hover:text-accent"
                >
                  {name}
                </Link>
                <Tag>{role}</Tag>
              </li>
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the organisations" error={error} retry={refetch} />
      )}
      {mayMake && <NewOrganisation />}
    </Panel>
  );
}

function NewOrganisation() {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => accessApi.createOrganisation(name),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3 border-line border-t p-5">
      <TextField
        label="New organisation"
        className="min-w-0 flex-1 basis-56"
        hint="Lower-case letters, digits, dots, dashes and underscores."
        required
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        value={name}
        error={create.error ? (errorOfField(create.error, 'name') ?? create.error.message) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon="plus" className="mt-[1.625rem] h-10" disabled={create.isPending}>
        Create
      </Button>
    </form>
  );
}
