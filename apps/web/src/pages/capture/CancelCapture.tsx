import type { Capture } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../client/call.js';
import { captureQuery, isRunning } from '../../client/queries.js';
import { useMembership } from '../../client/useMembership.js';
import { Button } from '../../ui/Button.js';
import { ConfirmDialog } from '../../ui/ConfirmDialog.js';

interface Props {
  org: string;
  project: string;
  capture: Capture;
}

/** Ends a capture that is under way, for those who may; one of a session ends with that. */
export function CancelCapture({ org, project, capture }: Props) {
  const slug = `${org}/${project}`;
  const membership = useMembership(org);
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const query = captureQuery(slug, capture.id);
  const cancel = useMutation({
    mutationFn: () => call('cancelCapture', { project: slug, params: { id: capture.id }, body: {} }),
    onSuccess: (ended) => {
      client.setQueryData(query.queryKey, ended);
      setIsAsking(false);
    },
    onError: () => client.invalidateQueries(query),
  });
  if (!membership?.may('upload')) return null;
  const done = capture.completedSnapshots + capture.failedSnapshots;
  return (
    <>
      {/* The button is gone by then. */}
      <p role="status" className="sr-only">
        {cancel.isSuccess && 'The capture is cancelled'}
      </p>
      {isRunning(capture.status) && (
        <div className="mt-4">
          {capture.sessionId ? (
            <p className="text-muted text-sm">
              This capture ends with{' '}
              <Link
                to="/$org/$project/sessions/$id"
                params={{ org, project, id: capture.sessionId }}
                className="text-accent hover:underline"
              >
                its session
              </Link>
              .
            </p>
          ) : (
            <Button icon="cross" onClick={() => setIsAsking(true)}>
              Cancel capture
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Cancel this capture?"
          action="Cancel capture"
          dismiss="Keep capturing"
          isPending={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The capture fails with {done} of {capture.totalSnapshots} snapshots done. The check of its commit
            fails until the same part runs again. The captured images stay, but none of them becomes a
            baseline. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
