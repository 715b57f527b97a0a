import type { MailPreferences, MailSettings } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mailSettingsQuery, signInOptionsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Switch } from '../../../ui/fields/Switch.js';
import { Notice } from '../../../ui/Notice.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';

const builds = [
  { value: 'none', label: 'None' },
  { value: 'mine', label: 'Builds of my pull requests' },
  { value: 'all', label: 'All builds of my organizations' },
] as const;

/** Which notifications one receives by e-mail. */
export function MailPanel() {
  const { data: options } = useQuery(signInOptionsQuery);
  const sendsMail = options?.sendsMail === true;
  const { data, error, refetch } = useQuery({ ...mailSettingsQuery, enabled: sendsMail });
  if (!sendsMail) return null;
  return (
    <Panel
      title="Notifications by e-mail"
      about={
        data?.email ? (
          <>
            They go to <bdi className="break-words">{data.email}</bdi>. Events in one build within two minutes
            are sent as one e-mail. You are not notified about your own actions.
          </>
        ) : undefined
      }
    >
      {data ? (
        data.email === null ? (
          <PanelNote>Your account has no e-mail address yet: it comes with your first password.</PanelNote>
        ) : (
          <Choices settings={data} />
        )
      ) : (
        <PanelState label="Loading the notifications" error={error} retry={refetch} />
      )}
    </Panel>
  );
}

function Choices({ settings }: { settings: MailSettings }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: Partial<MailPreferences>) => {
      const { mentions, replies, requests, builds } = { ...settings, ...changed };
      return call('changeMailSettings', { body: { mentions, replies, requests, builds } });
    },
    onSuccess: (saved) => client.setQueryData(mailSettingsQuery.queryKey, saved),
  });
  // What was just chosen shows at once.
  const shown = save.isPending ? { ...settings, ...save.variables } : settings;
  const change = (changed: Partial<MailPreferences>) => save.mutate(changed);
  return (
    <div className="space-y-5 p-5">
      {(save.error ?? settings.error) && (
        <Notice tone="danger" icon="warning" role="alert">
          {save.error ? save.error.message : `The newest e-mail to you did not arrive: ${settings.error}`}
        </Notice>
      )}
      <Switch
        label="Mentions"
        hint="A comment names you with @."
        checked={shown.mentions}
        disabled={save.isPending}
        onChange={(mentions) => change({ mentions })}
      />
      <Switch
        label="Replies"
        hint="Somebody replies in a thread where you commented."
        checked={shown.replies}
        disabled={save.isPending}
        onChange={(replies) => change({ replies })}
      />
      <Switch
        label="Review requests"
        hint="Somebody asks you for a review."
        checked={shown.requests}
        disabled={save.isPending}
        onChange={(requests) => change({ requests })}
      />
      <SelectField
        label="Builds that need review or were rejected"
        hint="Your pull requests are recognized by the name of the GitHub or GitLab account linked above."
        className="max-w-md"
        value={shown.builds}
        options={builds}
        disabled={save.isPending}
        onChange={(chosen) => change({ builds: chosen })}
      />
    </div>
  );
}
