import type { CaptureSummary } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { isRunning } from '../client/queries.js';
import { GitPosition } from '../ui/GitPosition.js';
import { StatusBadge } from '../ui/StatusBadge.js';
import { TimeAgo } from '../ui/TimeAgo.js';
import { countOf, countText } from '../words/countText.js';
import { PullRequestLine } from './PullRequestLine.js';
import { RowList } from './RowList.js';

interface Props {
  org: string;
  project: string;
  captures: readonly CaptureSummary[];
  title?: string;
  /** All of one suite, which is not said again. */
  isOneSuite?: boolean;
}

export function CaptureList({
  org,
  project,
  captures,
  title = 'Recent captures',
  isOneSuite = false,
}: Props) {
  return (
    <RowList title={title} empty="Captures appear here as soon as they start.">
      {captures.map((capture) => (
        <li key={capture.id}>
          <Link
            to="/$org/$project/captures/$id"
            params={{ org, project, id: capture.id }}
            className="block px-5 py-3.5 transition-colors hover:bg-canvas"
          >
            <div className="mb-1 flex items-center justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {isOneSuite ? captureInWords(capture) : capture.suite}
              </span>
              <StatusBadge status={capture.status} />
            </div>
            {!isOneSuite && <p className="mb-1 text-sm">{captureInWords(capture)}</p>}
            <PullRequestLine ci={capture.ci} />
            <div className="flex items-center justify-between gap-3 text-muted text-sm">
              <GitPosition branch={capture.branch} commit={capture.commit} />
              <TimeAgo at={capture.createdAt} />
            </div>
          </Link>
        </li>
      ))}
    </RowList>
  );
}

/** `45 snapshots, 2 failed, baselines set`. */
function captureInWords(capture: CaptureSummary): string {
  const { completedSnapshots, totalSnapshots, failedSnapshots } = capture;
  const words = [
    isRunning(capture.status)
      ? runningWords(completedSnapshots + failedSnapshots, totalSnapshots)
      : `${completedSnapshots} ${completedSnapshots === 1 ? 'snapshot' : 'snapshots'}`,
    failedSnapshots > 0 ? `${failedSnapshots} failed` : '',
    capture.autoBaseline ? 'baselines set' : '',
    capture.partial ? 'partial' : '',
    capture.ephemeral ? 'ephemeral' : '',
    capture.isLocal ? 'local' : '',
  ];
  const text = words.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A session's capture grows as it is sent. */
const runningWords = (done: number, total: number) =>
  total === 0 ? 'nothing sent yet' : `${countText(done)} of ${countOf(total, 'snapshot')}`;
