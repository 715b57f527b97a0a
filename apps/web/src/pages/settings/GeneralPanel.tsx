import type { ProjectSettings } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { accessApi } from '../../client/accessApi.js';
import { settingsQuery } from '../../client/accessQueries.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { Switch } from '../../ui/Switch.js';
import { TextField } from '../../ui/TextField.js';
import { Forbidden } from './Forbidden.js';
import { Panel } from './Panel.js';
import { PanelState } from './PanelState.js';
import type { Membership } from './useMembership.js';

/** What a project can be told about itself. */
export function GeneralPanel({ slug, membership }: { slug: string; membership: Membership }) {
  const { data, error, refetch } = useQuery(settingsQuery(slug));
  const may = membership.may('manage');
  return (
    <>
      {!may && <Forbidden what="Changing settings" role={membership.role} needs="maintainer" />}
      <Panel title="Baselines" about={`How ${slug} chooses and keeps what it compares with.`}>
        {data ? (
          <Form key={JSON.stringify(data)} slug={slug} settings={data} disabled={!may} />
        ) : (
          <PanelState label="Loading the settings" error={error} retry={refetch} />
        )}
      </Panel>
    </>
  );
}

interface FormProps {
  slug: string;
  settings: ProjectSettings;
  disabled: boolean;
}

function Form({ slug, settings, disabled }: FormProps) {
  const [defaultBranch, setDefaultBranch] = useState(settings.defaultBranch);
  const [approvalMemory, setApprovalMemory] = useState(settings.approvalMemory);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => accessApi.changeSettings(slug, { defaultBranch, approvalMemory }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery(slug).queryKey, saved);
      // The project's page and the log tell of it.
      return Promise.all([
        client.invalidateQueries({ queryKey: ['overview', slug] }),
        client.invalidateQueries({ queryKey: ['audit'] }),
      ]);
    },
  });
  const isChanged = defaultBranch !== settings.defaultBranch || approvalMemory !== settings.approvalMemory;
  const fieldError = errorOfField(save.error, 'defaultBranch');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className="space-y-6 p-5">
        <TextField
          label="Default branch"
          hint="Branches without baselines of their own are compared with those of this one."
          className="max-w-md"
          value={defaultBranch}
          disabled={disabled}
          required
          spellCheck={false}
          autoCapitalize="none"
          error={fieldError}
          onChange={(event) => setDefaultBranch(event.target.value)}
        />
        <Switch
          label="Approval memory"
          hint="A change that was approved once needs no second approval on other branches."
          checked={approvalMemory}
          disabled={disabled}
          onChange={setApprovalMemory}
        />
        {save.error && !fieldError && (
          <Notice tone="danger" icon="warning" role="alert">
            {save.error.message}
          </Notice>
        )}
      </div>
      <div className="flex items-center justify-end gap-3 border-line border-t px-5 py-3">
        <Button type="submit" look="primary" disabled={disabled || !isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
