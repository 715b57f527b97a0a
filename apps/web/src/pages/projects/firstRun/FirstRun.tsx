import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../../client/ApiError.js';
import { organisationsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { identityQuery, projectsQuery } from '../../../client/queries.js';
import { Button } from '../../../ui/Button.js';
import { CommandLine } from '../../../ui/CommandLine.js';
import { TextField } from '../../../ui/fields/TextField.js';

/** What to do when the service is empty: make a project, here or on the server. The page notices the first automatically. */
export function FirstRun() {
  const { data: identity } = useQuery(identityQuery);
  const { data } = useQuery(organisationsQuery);
  const own = data?.organisations.find(({ may }) => may.includes('manage'));
  const mayMake = own !== undefined || identity?.isOperator === true;
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 font-semibold text-3xl tracking-tight">Your first project</h1>
      <p className="mb-8 text-muted">
        A project holds the images of one repository. Create one: its page shows how to send a first upload.
      </p>
      {mayMake && <ProjectForm org={own?.name} />}
      <div className={mayMake ? 'mt-8 border-line border-t pt-6' : ''}>
        <p className="mb-3 text-muted text-sm">
          {mayMake
            ? 'Or on the machine of the server, with its first API key:'
            : 'An administrator of the server creates one, with its first API key:'}
        </p>
        <CommandLine command="svc-server keys create acme/web" />
      </div>
      <p role="status" className="mt-10 flex items-center gap-3 text-muted text-sm">
        <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
        Waiting for the first project. It appears here automatically.
      </p>
    </div>
  );
}

/** @param org the organisation that the project is made in; without one it is made too */
function ProjectForm({ org }: { org: string | undefined }) {
  const [newOrg, setNewOrg] = useState('');
  const [name, setName] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: async () => {
      const home = org ?? (await call('createOrganisation', { body: { name: newOrg } })).name;
      return call('createProject', { params: { org: home }, body: { name } });
    },
    onSuccess: async ({ slug }) => {
      const [home = '', project = ''] = slug.split('/');
      await navigate({ to: '/$org/$project', params: { org: home, project } });
      void client.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const nameError = errorOfField(make.error, 'name');
  return (
    <form onSubmit={submit} className="rounded-2xl border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-start gap-3">
        {org === undefined && (
          <TextField
            label="Organization"
            placeholder="acme"
            required
            value={newOrg}
            onChange={({ target }) => setNewOrg(target.value)}
            className="min-w-40 flex-1"
          />
        )}
        <TextField
          label={org === undefined ? 'Project' : `Project of ${org}`}
          placeholder="web"
          required
          value={name}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
          className="min-w-40 flex-1"
        />
      </div>
      {make.error && !nameError && (
        <p role="alert" className="mt-3 text-removed text-sm">
          {make.error.message}
        </p>
      )}
      <Button type="submit" look="primary" icon="plus" disabled={make.isPending} className="mt-4">
        Create the project
      </Button>
    </form>
  );
}
