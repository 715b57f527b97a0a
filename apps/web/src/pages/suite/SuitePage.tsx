import type { SuiteDetails } from '@svc/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  sessionsQuery,
  suiteCapturesQuery,
  suiteDiffsQuery,
  suiteQuery,
} from '../../client/recordsQueries.js';
import { CaptureList } from '../../records/CaptureList.js';
import { DiffList } from '../../records/DiffList.js';
import { SessionList } from '../../records/SessionList.js';
import { Trail } from '../../records/Trail.js';
import { Failure } from '../../ui/Failure.js';
import { SearchField } from '../../ui/fields/SearchField.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { Notice } from '../../ui/Notice.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { countText } from '../../words/countText.js';
import { Baselines } from './Baselines.js';

const route = '/$org/$project/suites/$suite';
const views = ['baselines', 'diffs', 'sessions', 'captures'] as const;
type View = (typeof views)[number];

/** What a page of a suite is about. */
interface Place {
  org: string;
  project: string;
  suite: string;
}

/** A suite: its baselines as images, and what was compared with them. */
export function SuitePage() {
  const place = useParams({ from: route });
  const { view: wanted } = useSearch({ from: route });
  const view = views.find((one) => one === wanted) ?? 'baselines';
  const { data: details, error, refetch } = useQuery(suiteQuery(slugOf(place), place.suite));
  useTitle(place.suite);
  return (
    <Shell
      trail={
        <Trail org={place.org} project={place.project}>
          {place.suite}
        </Trail>
      }
    >
      {details ? (
        <>
          <h1 className="mb-5 break-words font-semibold text-2xl tracking-tight">{details.name}</h1>
          {details.staleDiffIds.length > 0 && <StaleNotice place={place} ids={details.staleDiffIds} />}
          {view !== 'diffs' && <NewestBuild place={place} stale={details.staleDiffIds} />}
          <Views view={view} place={place} details={details} />
          {view === 'baselines' && <Baselines place={place} branches={details.branches} />}
          {view === 'diffs' && <Diffs place={place} stale={details.staleDiffIds} />}
          {view === 'sessions' && <Sessions place={place} />}
          {view === 'captures' && <Captures place={place} />}
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading label="Loading the suite" />
      )}
    </Shell>
  );
}

const slugOf = ({ org, project }: Place) => `${org}/${project}`;
const titles: Record<View, string> = {
  baselines: 'Baselines',
  diffs: 'Diffs',
  sessions: 'Sessions',
  captures: 'Captures',
};

/** Where a review of the suite goes on. */
function NewestBuild({ place, stale }: { place: Place; stale: readonly string[] }) {
  const { data } = useInfiniteQuery(suiteDiffsQuery(slugOf(place), place.suite));
  // A comparison of two captures that somebody chose is not a build.
  const newest = data?.pages[0]?.diffs.find(({ baseCaptureId }) => baseCaptureId === null);
  if (!newest) return null;
  return (
    <div data-testid="newest-build" className="mb-8">
      <DiffList title="Newest build" isOneSuite stale={stale} diffs={[newest]} />
    </div>
  );
}

function Views({ view, place, details }: { view: View; place: Place; details: SuiteDetails }) {
  return (
    <nav aria-label="Of this suite" className="mb-6 flex gap-1 overflow-x-auto border-line border-b">
      {views.map((one) => (
        <Link
          key={one}
          to={route}
          params={place}
          search={{ view: one === 'baselines' ? undefined : one }}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={one === view ? 'page' : undefined}
          className={`-mb-px whitespace-nowrap border-b-2 px-3 pt-1 pb-2.5 font-medium text-sm transition-colors -outline-offset-2 ${one === view ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {titles[one]}
          {one === 'baselines' && details.branches[0] && (
            <span className="ml-1.5 font-normal tabular-nums">
              {countText(details.branches[0].baselineCount)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function StaleNotice({ place: { org, project }, ids }: { place: Place; ids: readonly string[] }) {
  return (
    <div className="mb-6">
      <Notice tone="warning" icon="clock">
        {ids.length === 1 ? 'A diff that waits' : `${ids.length} diffs that wait`} for a review{' '}
        {ids.length === 1 ? 'is' : 'are'} stale: baselines have changed since.{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link
              to="/$org/$project/diffs/$id"
              params={{ org, project, id }}
              className="font-medium text-accent underline"
            >
              {ids.length === 1 ? 'Open it to compare again' : `Open ${index + 1}`}
            </Link>
          </span>
        ))}
      </Notice>
    </div>
  );
}

function Diffs({ place, stale }: { place: Place; stale: readonly string[] }) {
  const { q = '' } = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const list = useInfiniteQuery(suiteDiffsQuery(slugOf(place), place.suite, q));
  if (!list.data) return <Waiting error={list.error} retry={list.refetch} />;
  const diffs = list.data.pages.flatMap((page) => page.diffs);
  return (
    <>
      {(diffs.length > 0 || q !== '') && (
        <SearchField
          label="Find a branch, a commit or a pull request"
          value={q}
          onChange={(text) =>
            void navigate({ search: (before) => ({ ...before, q: text || undefined }), replace: true })
          }
          className="mb-4 max-w-md"
        />
      )}
      <DiffList
        title="Diffs"
        isOneSuite
        stale={stale}
        diffs={diffs}
        {...(q === '' ? {} : { empty: `No diff matches “${q}”.` })}
      />
      <MoreButton what="diffs" list={list} />
    </>
  );
}

function Sessions({ place }: { place: Place }) {
  const list = useInfiniteQuery(sessionsQuery(slugOf(place), place.suite));
  if (!list.data) return <Waiting error={list.error} retry={list.refetch} />;
  return (
    <>
      <SessionList {...place} sessions={list.data.pages.flatMap(({ sessions }) => sessions)} />
      <MoreButton what="sessions" list={list} />
    </>
  );
}

function Captures({ place }: { place: Place }) {
  const list = useInfiniteQuery(suiteCapturesQuery(slugOf(place), place.suite));
  if (!list.data) return <Waiting error={list.error} retry={list.refetch} />;
  return (
    <>
      <Link
        to="/$org/$project/suites/$suite/compare"
        params={place}
        className="mb-4 inline-block rounded font-medium text-accent text-sm hover:underline"
      >
        Compare two captures
      </Link>
      <CaptureList
        {...place}
        title="Captures"
        isOneSuite
        captures={list.data.pages.flatMap(({ captures }) => captures)}
      />
      <MoreButton what="captures" list={list} />
    </>
  );
}

const Waiting = ({ error, retry }: { error: Error | null; retry: () => unknown }) =>
  error ? <Failure error={error} retry={() => void retry()} /> : <Loading label="Loading the list" />;

const Loading = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="space-y-4">
    <Skeleton className="h-8 w-64" />
    <div className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => (
        <Skeleton key={one} className="h-56 rounded-2xl" />
      ))}
    </div>
  </div>
);
