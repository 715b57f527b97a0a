import type { ChangeSettingsBody } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { errorOfField } from '../../client/ApiError.js';
import { settingsQuery } from '../../client/accessQueries.js';
import { call } from '../../client/call.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';

interface Props {
  slug: string;
  /** What to save: the settings that this form is about. */
  change: ChangeSettingsBody;
  isChanged: boolean;
  disabled: boolean;
  /** The fields; what is wrong with one is told beside it. */
  children: (errorOf: (setting: keyof ChangeSettingsBody) => string | undefined) => ReactNode;
}

/** Some settings of a project, saved together. */
export function SettingsForm({ slug, change, isChanged, disabled, children }: Props) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call('changeSettings', { project: slug, body: change }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery(slug).queryKey, saved);
      // The project's page and the log tell of it.
      return Promise.all([
        client.invalidateQueries({ queryKey: ['overview', slug] }),
        client.invalidateQueries({ queryKey: ['audit'] }),
      ]);
    },
  });
  const errorOf = (setting: keyof ChangeSettingsBody) => errorOfField(save.error, setting);
  const isTold = (Object.keys(change) as (keyof ChangeSettingsBody)[]).some(errorOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className="space-y-6 p-5">
        {children(errorOf)}
        {save.error && !isTold && (
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
