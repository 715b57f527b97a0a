import type { AnswerOf } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../../client/queries.js';
import { Failure } from '../../ui/Failure.js';
import { Icon } from '../../ui/Icon.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';
import { FirstRun } from './firstRun/FirstRun.js';
import { WaitingDiffs } from './WaitingDiffs.js';

export function ProjectsPage() {
  useTitle('Projects');
  const { data, error, refetch } = useQuery(projectsQuery);
  return (
    <Shell>
      {data ? (
        data.projects.length === 0 ? (
          <FirstRun />
        ) : (
          <>
            <WaitingDiffs project={null} />
            <ProjectGrid projects={data.projects} />
          </>
        )
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

function ProjectGrid({ projects }: { projects: AnswerOf<'listProjects'>['projects'] }) {
  return (
    <>
      <h1 className="mb-6 font-semibold text-2xl tracking-tight">Projects</h1>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {projects.map(({ slug, defaultBranch, lastActivityAt, waiting }) => {
          const [org = '', project = ''] = slug.split('/');
          return (
            <li key={slug} className="min-w-0">
              <Link
                to="/$org/$project"
                params={{ org, project }}
                className="block rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent"
              >
                <div className="mb-4 flex items-center gap-3">
                  <span
                    aria-hidden="true"
                    className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-accent-soft font-semibold text-accent uppercase"
                  >
                    {project.slice(0, 1)}
                  </span>
                  <div className="min-w-0 flex-1">
                    <p className="truncate text-muted text-sm">{org}</p>
                    <h2 className="truncate font-semibold">{project}</h2>
                  </div>
                  {waiting > 0 && <StatusBadge status="pending" word={waitingWords(waiting)} />}
                </div>
                <div className="flex items-center justify-between gap-3 text-muted text-sm">
                  <span className="inline-flex min-w-0 items-center gap-1.5">
                    <Icon name="branch" size={14} />
                    <span className="truncate">{defaultBranch}</span>
                  </span>
                  {lastActivityAt ? <TimeAgo at={lastActivityAt} /> : <span>No captures yet</span>}
                </div>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The service counts up to 100. */
const waitingWords = (count: number): string =>
  `${count < 100 ? count : '100+'} ${count === 1 ? 'needs' : 'need'} review`;

const Loading = () => (
  <div role="status" aria-label="Loading projects">
    <Skeleton className="mb-6 h-8 w-40" />
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Skeleton className="h-32 rounded-2xl" />
      <Skeleton className="h-32 rounded-2xl" />
      <Skeleton className="h-32 rounded-2xl" />
    </div>
  </div>
);
