import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keysQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { useMembership } from '../../../client/useMembership.js';
import { Button } from '../../../ui/Button.js';
import { CommandLine } from '../../../ui/CommandLine.js';

interface Props {
  org: string;
  project: string;
  apiKey: string | null;
  onMade: (secret: string) => void;
}

/** Makes a key that may upload, where the role allows it, and shows it; else says who can. */
export function KeyMaker({ org, project, apiKey, onMade }: Props) {
  const slug = `${org}/${project}`;
  const client = useQueryClient();
  const membership = useMembership(org);
  const make = useMutation({
    mutationFn: () =>
      call('createKey', { project: slug, body: { name: 'first run', scopes: ['read', 'upload'] } }),
    onSuccess: ({ secret }) => {
      onMade(secret);
      void client.invalidateQueries({ queryKey: keysQuery(slug).queryKey });
    },
  });
  if (apiKey !== null) {
    return (
      <>
        <CommandLine command={apiKey} />
        <p className="mt-3 text-muted text-sm">
          The key is shown only once. It is part of the commands below, and can upload but not approve.
        </p>
      </>
    );
  }
  if (!membership) return null;
  if (!membership.may('manage')) {
    return (
      <p className="text-muted text-sm">
        Your role cannot create keys. Ask a maintainer of {org} for a key that may upload, and replace{' '}
        <code className="font-mono">svc_…</code> below with it.
      </p>
    );
  }
  return (
    <>
      <Button look="primary" icon="key" disabled={make.isPending} onClick={() => make.mutate()}>
        Create a key
      </Button>
      {make.error && (
        <p role="alert" className="mt-3 text-removed text-sm">
          {make.error.message}
        </p>
      )}
    </>
  );
}
