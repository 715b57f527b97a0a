import type { CaptureSummary, DiffSummary } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { isRunning } from '../../../client/queries.js';
import { countsInWords } from '../../../records/DiffList.js';
import { Button } from '../../../ui/Button.js';
import { Icon } from '../../../ui/Icon.js';
import { Notice } from '../../../ui/Notice.js';
import { ProgressBar } from '../../../ui/ProgressBar.js';

interface Props {
  org: string;
  project: string;
  captures: readonly CaptureSummary[];
  diffs: readonly DiffSummary[];
  onLeave: () => void;
}

/** What has come of the guide so far, down to the link to the review. */
export function Arrival({ org, project, captures, diffs, onLeave }: Props) {
  const capture = captures[0];
  const diff = diffs.find(({ headCaptureId }) => headCaptureId === capture?.id);
  const place = { org, project };
  return (
    <div role="status" aria-live="polite">
      {!capture && (
        <p className="flex items-center gap-3 text-muted text-sm">
          <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
          Waiting for the first upload. It appears here automatically.
        </p>
      )}
      {capture && (!diff || diff.status === 'processing') && (
        <Coming capture={capture} place={place} isComparing={diff !== undefined} />
      )}
      {diff && diff.status !== 'processing' && (
        <Notice
          tone={diff.status === 'completed' ? 'good' : 'danger'}
          icon={diff.status === 'completed' ? 'check' : 'warning'}
          action={
            <Link
              to="/$org/$project/diffs/$id"
              params={{ ...place, id: diff.id }}
              className="inline-flex h-9 items-center gap-2 rounded-lg bg-accent px-4 font-medium text-on-accent text-sm transition-colors hover:bg-accent-hover"
            >
              Review
              <Icon name="next" size={14} />
            </Link>
          }
        >
          {diff.status === 'completed'
            ? `It works. ${countsInWords(diff.counts)} in “${diff.suite}”: look at them and approve.`
            : 'The comparison failed; its page says why.'}
        </Notice>
      )}
      {capture && (
        <Button look="quiet" className="mt-3 -ml-3.5" onClick={onLeave}>
          Go to the project
        </Button>
      )}
    </div>
  );
}

interface ComingProps {
  capture: CaptureSummary;
  place: { org: string; project: string };
  isComparing: boolean;
}

function Coming({ capture, place, isComparing }: ComingProps) {
  const { status, suite, completedSnapshots, failedSnapshots, totalSnapshots } = capture;
  return (
    <div className="rounded-2xl border border-line bg-surface p-5 shadow-card">
      {status === 'failed' ? (
        <p className="text-sm">Nothing of “{suite}” could be captured. </p>
      ) : (
        <ProgressBar
          label={
            isRunning(status)
              ? `The first images of “${suite}” arrive`
              : isComparing
                ? 'Comparing'
                : 'All images are here'
          }
          done={completedSnapshots + failedSnapshots}
          total={totalSnapshots}
        />
      )}
      <Link
        to="/$org/$project/captures/$id"
        params={{ ...place, id: capture.id }}
        className="mt-3 inline-block text-accent text-sm underline"
      >
        See the capture
      </Link>
    </div>
  );
}
