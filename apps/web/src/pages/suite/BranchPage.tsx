import type { Build } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildsQuery } from '../../client/recordsQueries.js';
import { DiffConclusion } from '../../records/DiffConclusion.js';
import { countsInWords } from '../../records/DiffList.js';
import { PullRequestLine } from '../../records/PullRequestLine.js';
import { Trail } from '../../records/Trail.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { Icon } from '../../ui/Icon.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';
import { baselinesInWords, decisionsInWords } from './buildWords.js';

const route = '/$org/$project/suites/$suite/branches/$branch';

/** The builds of one branch in a suite, newest first: what they found, who decided, and what became baselines. */
export function BranchPage() {
  const { org, project, suite, branch } = useParams({ from: route });
  const list = useInfiniteQuery(buildsQuery(`${org}/${project}`, suite, branch));
  const builds = list.data?.pages.flatMap((page) => page.builds);
  useTitle(`Builds of ${branch}`);
  return (
    <Shell
      trail={
        <Trail org={org} project={project} suite={suite}>
          {branch}
        </Trail>
      }
    >
      <h1 className="mb-6 font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
        Builds of {branch}
      </h1>
      {builds ? (
        builds.length > 0 ? (
          <>
            <ol aria-label="Builds" className="space-y-3">
              {builds.map((build) => (
                <BuildCard key={build.captureId} org={org} project={project} build={build} />
              ))}
            </ol>
            <MoreButton what="builds" list={list} />
          </>
        ) : (
          <EmptyState icon="branch" title="No builds of this branch">
            A build appears here as soon as the suite is captured on the branch.
          </EmptyState>
        )
      ) : list.error ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : (
        <div role="status" aria-label="Loading the builds" className="space-y-3">
          <Skeleton className="h-28 rounded-2xl" />
          <Skeleton className="h-28 rounded-2xl" />
        </div>
      )}
    </Shell>
  );
}

function BuildCard({ org, project, build }: { org: string; project: string; build: Build }) {
  const { captureId, commit, status, createdAt, diff, decisions, baselines } = build;
  const place = { org, project };
  return (
    <li className="rounded-2xl border border-line bg-surface p-5 shadow-card">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium">
          {diff ? (
            <Link
              to="/$org/$project/diffs/$id"
              params={{ ...place, id: diff.id }}
              className="rounded hover:text-accent hover:underline"
            >
              {countsInWords(diff.counts)}
            </Link>
          ) : (
            'Not compared with baselines'
          )}
        </span>
        {diff ? <DiffConclusion diff={diff} /> : <StatusBadge status={status} />}
      </div>
      {diff && <PullRequestLine ci={diff.ci} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <GitPosition branch={null} commit={commit} />
        <TimeAgo at={createdAt} />
        <Link
          to="/$org/$project/captures/$id"
          params={{ ...place, id: captureId }}
          className="rounded hover:text-accent hover:underline"
        >
          Capture
        </Link>
      </div>
      {(decisions.length > 0 || baselines.length > 0) && (
        <ul className="mt-3 space-y-1.5 text-sm">
          {decisions.map((decision) => (
            <Fact key={`${decision.kind} ${decision.actor}`} icon={icons[decision.kind]}>
              {decisionsInWords(decision)} by {actorText(decision.actor)}, <TimeAgo at={decision.at} />
            </Fact>
          ))}
          {baselines.map((moved) => (
            <Fact key={`${moved.branch} ${moved.actor}`} icon="branch">
              {baselinesInWords(moved)} on {moved.branch}, <TimeAgo at={moved.at} />
            </Fact>
          ))}
        </ul>
      )}
    </li>
  );
}

const icons = { approved: 'check', rejected: 'cross', withdrawn: 'undo' } as const;

const Fact = ({ icon, children }: { icon: 'check' | 'cross' | 'undo' | 'branch'; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon name={icon} size={14} className="mt-1" />
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);
