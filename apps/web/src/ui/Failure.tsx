import type { ReactNode } from 'react';
import { ApiError } from '../client/ApiError.js';
import { Button } from './Button.js';
import { EmptyState } from './EmptyState.js';

const titleOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return 'Something went wrong';
  if (error.status === 404) return 'Not found';
  if (error.status === 403) return 'Not allowed';
  if (error.status === 0) return 'No answer';
  return 'The server could not do this';
};

/** A page that could not be shown: what happened, and a way on. */
export function Failure({
  error,
  retry,
  action,
}: {
  error: unknown;
  retry?: () => void;
  action?: ReactNode;
}) {
  const message = error instanceof Error ? error.message : 'Reload the page to try again.';
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState icon="warning" title={titleOf(error)} role="alert">
      <p>{message}</p>
      {isMissing && <p>It may have been removed, or you may not have access to it.</p>}
      {error instanceof ApiError && <p className="mt-1 font-mono text-xs">{error.code}</p>}
      <div className="mt-5 flex justify-center gap-2">
        {retry && (
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </EmptyState>
  );
}
