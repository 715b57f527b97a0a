import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isRunning, overviewQuery, suitesQuery } from '../../client/queries.js';
import { sessionsQuery } from '../../client/recordsQueries.js';
import { CaptureList } from '../../records/CaptureList.js';
import { DiffList } from '../../records/DiffList.js';
import { SessionList } from '../../records/SessionList.js';
import { Trail } from '../../records/Trail.js';
import { Failure } from '../../ui/Failure.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { FlakyLink } from './FlakyLink.js';
import { ProjectGuide } from './firstRun/ProjectGuide.js';
import { SettingsLink } from './SettingsLink.js';
import { SuiteGrid } from './SuiteGrid.js';
import { WaitingDiffs } from './WaitingDiffs.js';

export function ProjectPage() {
  const { org, project } = useParams({ from: '/$org/$project' });
  return <Project key={`${org}/${project}`} org={org} project={project} />;
}

function Project({ org, project }: { org: string; project: string }) {
  const slug = `${org}/${project}`;
  useTitle(slug);
  const overview = useQuery(overviewQuery(slug));
  const busy =
    overview.data?.captures.some(({ status }) => isRunning(status)) ||
    overview.data?.diffs.some(({ status }) => status === 'processing');
  const suites = useQuery(suitesQuery(slug, busy));
  const isEmpty = overview.data?.captures.length === 0 && suites.data?.suites.length === 0;
  // Who began with the guide keeps it until its end, when the project is no longer empty.
  const [hasBegun, setHasBegun] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  if (isEmpty && !hasBegun) setHasBegun(true);
  const isGuiding = hasBegun && !hasLeft;
  const error = overview.error ?? suites.error;
  return (
    <Shell trail={<Trail org={org} project={project} />}>
      {overview.data && isGuiding ? (
        <ProjectGuide
          org={org}
          project={project}
          captures={overview.data.captures}
          diffs={overview.data.diffs}
          onLeave={() => setHasLeft(true)}
        />
      ) : overview.data && suites.data ? (
        <>
          <div className="mb-1 flex items-center justify-between gap-3">
            <h1 className="min-w-0 truncate font-semibold text-2xl tracking-tight">{project}</h1>
            <div className="flex shrink-0 flex-wrap justify-end gap-2">
              <FlakyLink org={org} project={project} />
              <SettingsLink org={org} project={project} />
            </div>
          </div>
          <p className="mb-8 break-words text-muted text-sm">
            Default branch <span className="font-medium text-ink">{overview.data.project.defaultBranch}</span>
          </p>
          <WaitingDiffs project={`${org}/${project}`} />
          <SuiteGrid org={org} project={project} suites={suites.data.suites} />
          <div className="grid gap-8 lg:grid-cols-2">
            <DiffList diffs={overview.data.diffs} />
            <div className="min-w-0 space-y-8">
              <CaptureList org={org} project={project} captures={overview.data.captures} />
              <Sessions org={org} project={project} />
            </div>
          </div>
        </>
      ) : error ? (
        <Failure
          error={error}
          retry={() => {
            void overview.refetch();
            void suites.refetch();
          }}
        />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

/** The newest sessions; nothing where tests send none. */
function Sessions({ org, project }: { org: string; project: string }) {
  const { data } = useInfiniteQuery(sessionsQuery(`${org}/${project}`, null));
  const sessions = data?.pages[0]?.sessions ?? [];
  if (sessions.length === 0) return null;
  return <SessionList org={org} project={project} title="Recent sessions" sessions={sessions.slice(0, 10)} />;
}

const Loading = () => (
  <div role="status" aria-label="Loading the project" className="space-y-8">
    <Skeleton className="h-8 w-48" />
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Skeleton className="h-36 rounded-2xl" />
      <Skeleton className="h-36 rounded-2xl" />
      <Skeleton className="h-36 rounded-2xl" />
    </div>
    <Skeleton className="h-64 rounded-2xl" />
  </div>
);
