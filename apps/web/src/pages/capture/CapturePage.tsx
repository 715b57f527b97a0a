import type { Capture, DiffSummary } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { captureDiffsQuery, captureQuery, isRunning } from '../../client/queries.js';
import { captureDetailsQuery } from '../../client/recordsQueries.js';
import { CiLinks } from '../../records/CiLinks.js';
import { countsInWords } from '../../records/DiffList.js';
import { Trail } from '../../records/Trail.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { Icon } from '../../ui/Icon.js';
import { Notice } from '../../ui/Notice.js';
import { ProgressBar } from '../../ui/ProgressBar.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';
import { countText } from '../../words/countText.js';
import { dayText } from '../../words/dayText.js';
import { CancelCapture } from './CancelCapture.js';
import { FailedSnapshots } from './FailedSnapshots.js';
import { RetriedSnapshots } from './RetriedSnapshots.js';
import { SnapshotGrid } from './SnapshotGrid.js';
import { Timings } from './Timings.js';

const route = '/$org/$project/captures/$id';

export function CapturePage() {
  const { org, project, id } = useParams({ from: route });
  const isTimings = useSearch({ from: route }).view === 'timings';
  const slug = `${org}/${project}`;
  const { data: capture, error, refetch } = useQuery(captureQuery(slug, id));
  const details = useQuery({
    ...captureDetailsQuery(slug, id, capture !== undefined && isRunning(capture.status)),
    enabled:
      isTimings ||
      (capture?.failedSnapshots ?? 0) > 0 ||
      capture?.snapshots.some(({ attempt }) => attempt > 1) === true,
  });
  useTitle(capture ? `Capture of ${capture.suite}` : 'Capture');
  return (
    <Shell
      trail={
        <Trail org={org} project={project} suite={capture?.suite}>
          Capture
        </Trail>
      }
    >
      {capture ? (
        <>
          <Head org={org} project={project} capture={capture} />
          <Diffs org={org} project={project} captureId={id} done={!isRunning(capture.status)} />
          <FailedSnapshots failures={capture.failures} details={details.data?.snapshots} />
          <RetriedSnapshots snapshots={details.data?.snapshots ?? []} />
          <Views isTimings={isTimings} params={{ org, project, id }} count={capture.snapshots.length} />
          {!isTimings && <Images capture={capture} place={{ org, project, suite: capture.suite }} />}
          {isTimings &&
            (details.data ? (
              <Timings snapshots={details.data.snapshots} />
            ) : details.error ? (
              <Failure error={details.error} retry={details.refetch} />
            ) : (
              <Skeleton className="h-64 rounded-2xl" />
            ))}
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

interface ViewsProps {
  isTimings: boolean;
  params: { org: string; project: string; id: string };
  count: number;
}

function Views({ isTimings, params, count }: ViewsProps) {
  const look = (isHere: boolean) =>
    `-mb-px whitespace-nowrap border-b-2 px-3 pt-1 pb-2.5 font-medium text-sm transition-colors -outline-offset-2 ${isHere ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink'}`;
  const options = { exact: true, includeSearch: true, explicitUndefined: true };
  return (
    <nav aria-label="Of this capture" className="mb-6 flex gap-1 border-line border-b">
      <Link
        to={route}
        params={params}
        search={{ view: undefined }}
        activeOptions={options}
        className={look(!isTimings)}
      >
        Snapshots <span className="ml-0.5 font-normal tabular-nums">{countText(count)}</span>
      </Link>
      <Link
        to={route}
        params={params}
        search={{ view: 'timings' }}
        activeOptions={options}
        className={look(isTimings)}
      >
        Timings
      </Link>
    </nav>
  );
}

interface ImagesProps {
  capture: Capture;
  place: { org: string; project: string; suite: string };
}

function Images({ capture, place }: ImagesProps) {
  const { snapshotsRemovedAt } = capture;
  const removed = snapshotsRemovedAt && (
    <div className="mb-4">
      <Notice tone="info" icon="clock" role="status">
        {capture.snapshots.length > 0 ? 'Other snapshots' : 'The snapshots'} of this capture were removed on{' '}
        {dayText(snapshotsRemovedAt)}, since the service does not keep them forever.
      </Notice>
    </div>
  );
  if (capture.snapshots.length > 0 || removed)
    return (
      <>
        {removed}
        <SnapshotGrid snapshots={capture.snapshots} place={place} />
      </>
    );
  const goesOn = isRunning(capture.status);
  return (
    <EmptyState icon="camera" title={goesOn ? 'No images yet' : 'No images'}>
      {goesOn
        ? 'Each snapshot appears here as soon as it is taken.'
        : 'Nothing was captured. The reasons are above.'}
    </EmptyState>
  );
}

function Head({ org, project, capture }: { org: string; project: string; capture: Capture }) {
  const done = capture.completedSnapshots + capture.failedSnapshots;
  const notes = [
    capture.partial && 'Partial run',
    capture.ephemeral && 'Ephemeral',
    capture.isLocal && 'Local',
    capture.autoBaseline && 'Sets baselines',
    capture.autoApprove && 'Approves automatically',
  ].filter((note) => typeof note === 'string');
  return (
    <div className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 break-words font-semibold text-2xl tracking-tight">{capture.suite}</h1>
        <StatusBadge status={capture.status} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <GitPosition branch={capture.branch} commit={capture.commit} commitUrl={capture.ci?.commitUrl} />
        <CiLinks ci={capture.ci} />
        <TimeAgo at={capture.createdAt} />
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        {capture.status === 'completed' && (
          <Link
            to="/$org/$project/suites/$suite/compare"
            params={{ org, project, suite: capture.suite }}
            search={{ head: capture.id }}
            className="rounded font-medium text-accent hover:underline"
          >
            Compare with …
          </Link>
        )}
        {!isRunning(capture.status) && (
          <span>
            {capture.completedSnapshots} captured
            {capture.failedSnapshots > 0 && `, ${capture.failedSnapshots} failed`}
          </span>
        )}
      </div>
      {capture.error !== null && (
        <div className="mt-6">
          <Notice tone="danger" icon="warning">
            {capture.error.charAt(0).toUpperCase() + capture.error.slice(1)}
          </Notice>
        </div>
      )}
      {isRunning(capture.status) && (
        <div className="mt-6 rounded-2xl border border-line bg-surface p-5 shadow-card">
          <ProgressBar
            label={capture.status === 'processing' ? 'Processing' : 'Capturing'}
            done={done}
            total={capture.totalSnapshots}
          />
        </div>
      )}
      <CancelCapture org={org} project={project} capture={capture} />
    </div>
  );
}

interface DiffsProps {
  org: string;
  project: string;
  captureId: string;
  done: boolean;
}

function Diffs({ org, project, captureId, done }: DiffsProps) {
  const { data } = useQuery({ ...captureDiffsQuery(`${org}/${project}`, captureId), enabled: done });
  if (!data || data.diffs.length === 0) return null;
  return (
    <ul className="mb-8 flex flex-wrap gap-3">
      {data.diffs.map((diff) => (
        <li key={diff.id}>
          <Link
            to="/$org/$project/diffs/$id"
            params={{ org, project, id: diff.id }}
            className="inline-flex items-center gap-2 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent text-sm transition-colors hover:bg-accent-hover"
          >
            {linkWords(diff)}
            <Icon name="next" size={14} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function linkWords({ status, counts }: DiffSummary): string {
  if (status === 'failed') return 'See why the comparison failed';
  return status === 'processing' ? 'Follow the comparison' : `Review: ${countsInWords(counts)}`;
}

const Loading = () => (
  <div role="status" aria-label="Loading the capture" className="space-y-8">
    <Skeleton className="h-8 w-64" />
    <div className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((place) => (
        <Skeleton key={place} className="aspect-[4/3] rounded-2xl" />
      ))}
    </div>
  </div>
);
