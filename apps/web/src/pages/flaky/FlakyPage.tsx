import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { flakyQuery } from '../../client/noiseQueries.js';
import { suitesQuery } from '../../client/queries.js';
import { Trail } from '../../records/Trail.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { Select } from '../../ui/fields/Select.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { slotKey } from '../../words/slotKey.js';
import { FlakyCard } from './FlakyCard.js';

const route = '/$org/$project/flaky';

/** Snapshots that look different for no reason, the worst first, and what to do about each. */
export function FlakyPage() {
  const { org, project } = useParams({ from: route });
  const { suite, name } = useSearch({ from: route });
  const slug = `${org}/${project}`;
  useTitle('Flaky snapshots');
  const list = useInfiniteQuery(flakyQuery(slug, { suite, name: suite === undefined ? undefined : name }));
  const snapshots = list.data?.pages.flatMap((page) => page.snapshots);
  return (
    <Shell
      trail={
        <Trail org={org} project={project} suite={suite}>
          Flaky
        </Trail>
      }
    >
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl tracking-tight">Flaky snapshots</h1>
          <p className="mt-1 max-w-2xl text-muted text-sm">
            These look different though nothing changed. Each flaky capture adds 1 to a score, and its weight
            halves every 14 days.
          </p>
        </div>
        <SuiteFilter slug={slug} suite={suite} />
      </div>
      {suite !== undefined && name !== undefined && (
        <p className="mb-4 text-sm [overflow-wrap:anywhere]">
          Only <span className="font-medium">{name}</span>.{' '}
          <Link to={route} params={{ org, project }} search={{ suite }} className="text-accent underline">
            Show all of the suite
          </Link>
        </p>
      )}
      {snapshots ? (
        snapshots.length > 0 ? (
          <>
            <ol aria-label="Flaky snapshots" className="space-y-4">
              {snapshots.map((snapshot) => (
                <FlakyCard
                  key={`${snapshot.suite} ${slotKey(snapshot)}`}
                  org={org}
                  project={project}
                  snapshot={snapshot}
                />
              ))}
            </ol>
            <MoreButton what="snapshots" word="more" list={list} />
          </>
        ) : (
          <EmptyState icon="equal" title="Nothing is flaky">
            Every snapshot looked the same when it was captured again, retried, or built from the same commit.
          </EmptyState>
        )
      ) : list.error ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : (
        <div role="status" aria-label="Loading the flaky snapshots" className="space-y-4">
          <Skeleton className="h-48 rounded-2xl" />
          <Skeleton className="h-48 rounded-2xl" />
        </div>
      )}
    </Shell>
  );
}

function SuiteFilter({ slug, suite }: { slug: string; suite: string | undefined }) {
  const navigate = useNavigate({ from: route });
  const { data } = useQuery(suitesQuery(slug));
  const names = data?.suites.map((one) => one.name) ?? [];
  const all = suite === undefined || names.includes(suite) ? names : [suite, ...names];
  return (
    <Select
      label="Suite"
      icon="list"
      className="w-56 max-w-full"
      value={suite ?? ''}
      onChange={({ target: { value } }) =>
        void navigate({ search: { suite: value || undefined, name: undefined }, replace: true })
      }
    >
      <option value="">All suites</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </Select>
  );
}
