import type { SnapshotHistory } from '@svc/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { historyQuery } from '../../client/recordsQueries.js';
import { readVariant, type Variant, variantSearch } from '../../client/variantSearch.js';
import { Trail } from '../../records/Trail.js';
import { Failure } from '../../ui/Failure.js';
import { Framed } from '../../ui/Framed.js';
import { Icon } from '../../ui/Icon.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { Stat } from '../../ui/Stat.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';
import { displayName } from '../../words/displayName.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';
import { EventCard } from './EventCard.js';
import { shareWords } from './eventWords.js';

const route = '/$org/$project/suites/$suite/snapshots/$name';

/** The life of one snapshot: every baseline and decision, newest first. */
export function HistoryPage() {
  const { org, project, suite, name } = useParams({ from: route });
  const slot = { name, ...readVariant(useSearch({ from: route })) };
  const history = useInfiniteQuery(historyQuery(`${org}/${project}`, { suite, ...slot }));
  const { title, place } = displayName({ name, path: null });
  useTitle(`History of ${title}`);
  const head = history.data?.pages[0];
  const events = history.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Shell
      trail={
        <Trail org={org} project={project} suite={suite}>
          {title}
        </Trail>
      }
    >
      <div className="mb-8">
        {place && <p className="break-words text-muted text-sm">{place}</p>}
        <h1 className="break-words font-semibold text-2xl tracking-tight">{title}</h1>
        {head && <Variants history={head} org={org} project={project} />}
      </div>
      {head ? (
        <>
          <Figures history={head} />
          <Baselines baselines={head.baselines} title={title} />
          <section aria-labelledby="events">
            <h2 id="events" className="mb-4 font-semibold text-lg">
              What happened
            </h2>
            <ol className="space-y-4">
              {events.map((event) => (
                <EventCard
                  key={event.diffId ?? event.captureId}
                  event={event}
                  org={org}
                  project={project}
                  slot={slot}
                />
              ))}
            </ol>
            <MoreButton what="events" list={history} />
          </section>
        </>
      ) : history.error ? (
        <Failure error={history.error} retry={history.refetch} />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

/** The other sizes and browsers of the same snapshot. */
function Variants({ history, org, project }: { history: SnapshotHistory; org: string; project: string }) {
  const { suite, name } = history;
  const keyOf = (one: Variant) => slotKey({ name, ...one });
  const here = keyOf(history);
  const isKnown = history.variants.some((one) => keyOf(one) === here);
  const all = isKnown ? history.variants : [history, ...history.variants];
  if (all.length === 1) {
    const words = variantWords(history);
    return words && <p className="mt-1 text-muted text-sm tabular-nums">{words}</p>;
  }
  return (
    <nav aria-label="Viewports and browsers" className="mt-3 flex flex-wrap gap-1.5">
      {all.map((one) => {
        const isHere = keyOf(one) === here;
        return (
          <Link
            key={keyOf(one)}
            to={route}
            params={{ org, project, suite, name }}
            search={variantSearch(one)}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={isHere ? 'page' : undefined}
            className={`rounded-full border px-3 py-1 text-sm tabular-nums transition-colors ${isHere ? 'border-accent bg-accent-soft font-medium text-accent' : 'border-line bg-surface hover:border-accent'}`}
          >
            {variantWords(one) || 'no viewport'}
          </Link>
        );
      })}
    </nav>
  );
}

function Figures({ history: { recent, flakeCount, baselines } }: { history: SnapshotHistory }) {
  return (
    <dl className="mb-10 grid gap-4 sm:grid-cols-3">
      <Stat label="Branches with a baseline" value={baselines.length} />
      <Stat label="Changed, in recent diffs" value={recent.changed}>
        {shareWords(recent.changed, recent.compared)}
      </Stat>
      <Stat label="Flaky captures" value={flakeCount}>
        {flakeCount > 0 && recent.compared > 0
          ? `${shareWords(recent.flaked, recent.compared)} recently`
          : flakeCount === 0 && 'steady'}
      </Stat>
    </dl>
  );
}

function Baselines({ baselines, title }: { baselines: SnapshotHistory['baselines']; title: string }) {
  if (baselines.length === 0) return null;
  return (
    <section aria-labelledby="baselines" className="mb-10">
      <h2 id="baselines" className="mb-4 font-semibold text-lg">
        Baselines today
      </h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        tabIndex={0}
        aria-label="Baselines by branch"
        className="-mx-1 flex gap-4 overflow-x-auto px-1 pb-2"
      >
        {baselines.map((baseline) => (
          <li
            key={baseline.branch}
            className="w-52 shrink-0 overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
          >
            <Framed image={baseline} alt={`${title} on ${baseline.branch}`} className="h-32 p-2" />
            <div className="border-line border-t px-4 py-2.5 text-sm">
              <p className="flex items-center gap-1.5 font-medium" title={baseline.branch}>
                <Icon name="branch" size={14} className="text-muted" />
                <span className="truncate">{baseline.branch}</span>
              </p>
              <p className="text-muted text-xs">
                since <TimeAgo at={baseline.since} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading the history" className="space-y-8">
    <div className="grid gap-4 sm:grid-cols-3">
      <Skeleton className="h-24 rounded-2xl" />
      <Skeleton className="h-24 rounded-2xl" />
      <Skeleton className="h-24 rounded-2xl" />
    </div>
    <Skeleton className="h-48 rounded-2xl" />
    <Skeleton className="h-48 rounded-2xl" />
  </div>
);
