import type { AnswerOf, Session } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../client/call.js';
import { isRunning } from '../../client/queries.js';
import { sessionQuery } from '../../client/recordsQueries.js';
import { DiffConclusion } from '../../records/DiffConclusion.js';
import { countsInWords } from '../../records/DiffList.js';
import { Button } from '../../ui/Button.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { CheckRunState } from './CheckRunState.js';

interface Props {
  diff: Session['diffs'][number];
  /** `org/project`. */
  slug: string;
  session: Pick<Session, 'id' | 'status'>;
  /** Whether the person who looks may compare and deliver again. */
  mayRepeat: boolean;
  checkRun: AnswerOf<'listCheckRuns'>['checkRuns'][number] | undefined;
}

export function SessionSuite({ diff, slug, session, mayRepeat, checkRun }: Props) {
  const [org = '', project = ''] = slug.split('/');
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => call('reDiff', { project: slug, params: { id: diff.id } }),
    onSettled: () => client.invalidateQueries(sessionQuery(slug, session.id)),
  });
  const { capture } = diff;
  const captured = isRunning(capture.status)
    ? `${capture.completedSnapshots + capture.failedSnapshots} snapshots so far`
    : `${capture.completedSnapshots} of ${capture.totalSnapshots} captured`;
  const canCompareAgain =
    mayRepeat && session.status === 'completed' && (diff.status === 'failed' || diff.isStale);
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="truncate font-medium">
            <Link
              to="/$org/$project/diffs/$id"
              params={{ org, project, id: diff.id }}
              className="rounded hover:text-accent"
            >
              {diff.suite}
            </Link>
          </h3>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <span className="text-ink">{countsInWords(diff.counts)}</span>
            <Link
              to="/$org/$project/captures/$id"
              params={{ org, project, id: capture.id }}
              className="hover:text-accent hover:underline"
            >
              {captured}
            </Link>
          </p>
        </div>
        <span className="flex gap-1.5">
          {diff.isStale && <StatusBadge status="pending" word="Stale" />}
          <DiffConclusion diff={diff} />
        </span>
        {canCompareAgain && (
          <Button icon="refresh" disabled={again.isPending} onClick={() => again.mutate()}>
            Compare again
          </Button>
        )}
      </div>
      {diff.error && <p className="mt-2 break-words text-removed text-sm">{diff.error}</p>}
      {again.error && (
        <p role="alert" className="mt-2 text-removed text-sm">
          {again.error.message}
        </p>
      )}
      {checkRun && (
        <div className="mt-2">
          <CheckRunState checkRun={checkRun} slug={slug} mayRepeat={mayRepeat} />
        </div>
      )}
    </li>
  );
}
