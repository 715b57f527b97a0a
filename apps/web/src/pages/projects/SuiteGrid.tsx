import type { Suite } from '@svc/schema';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { DiffConclusion } from '../../records/DiffConclusion.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { SearchField } from '../../ui/fields/SearchField.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { countOf, countText } from '../../words/countText.js';

interface Props {
  org: string;
  project: string;
  suites: readonly Suite[];
}

/** So many are found at a glance. */
const fewEnough = 6;

/** The suites of a project, which are found by typing. */
export function SuiteGrid({ suites, ...place }: Props) {
  const { suites: query = '' } = useSearch({ from: '/$org/$project' });
  const navigate = useNavigate({ from: '/$org/$project' });
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = suites.filter((suite) => {
    const text = foundBy(suite);
    return words.every((word) => text.includes(word));
  });
  const waiting = suites.filter(({ lastDiff }) => lastDiff && countToReview(lastDiff) > 0).length;
  return (
    <section aria-labelledby="suites" className="mb-10">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="suites" className="font-semibold text-lg">
          Suites
        </h2>
        {suites.length > 0 && (
          <span className="text-muted text-sm">
            {countOf(suites.length, 'suite')}
            {waiting > 0 && `, ${countText(waiting)} ${waiting === 1 ? 'needs' : 'need'} review`}
          </span>
        )}
        {(suites.length > fewEnough || query !== '') && (
          <SearchField
            label="Find a suite"
            value={query}
            onChange={(text) =>
              void navigate({
                search: (before) => ({ ...before, suites: text || undefined }),
                replace: true,
              })
            }
            className="ml-auto w-full sm:w-72"
          />
        )}
      </div>
      {suites.length === 0 ? (
        <div className="rounded-2xl border border-line bg-surface pb-10">
          <EmptyState icon="camera" title="No captures yet">
            Build your Storybook and capture it: the first run with this flag becomes the baselines.
          </EmptyState>
          <div className="mx-auto -mt-8 max-w-lg px-6">
            <CommandLine command="svc stories-a ./storybook-static --auto-baseline" />
          </div>
        </div>
      ) : shown.length === 0 ? (
        <p className="rounded-2xl border border-line border-dashed px-5 py-8 text-center text-muted text-sm">
          No suite matches “{query}”.
        </p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((suite) => (
            <li key={suite.name} className="min-w-0">
              <SuiteCard suite={suite} {...place} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Changes of a build that wait for a decision or for a second one. */
const countToReview = ({ counts, accessibility, awaiting }: NonNullable<Suite['lastDiff']>): number =>
  counts.pending + (accessibility?.pending ?? 0) + (awaiting ?? 0);

/** Its name, the branch of its newest build, and “review” where that needs one; in lower case. */
const foundBy = ({ name, lastDiff }: Suite): string =>
  [name, lastDiff?.branch, lastDiff && countToReview(lastDiff) > 0 ? 'needs review' : '']
    .join(' ')
    .toLowerCase();

function SuiteCard({ suite, org, project }: { suite: Suite; org: string; project: string }) {
  const { lastDiff } = suite;
  const toReview = lastDiff ? countToReview(lastDiff) : 0;
  return (
    <div className="relative flex h-full flex-col rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors focus-within:border-accent hover:border-accent">
      <div className="mb-3 flex items-start justify-between gap-3">
        <h3 className="min-w-0 break-words font-semibold">
          <Link
            to="/$org/$project/suites/$suite"
            params={{ org, project, suite: suite.name }}
            // The whole card leads to the suite, but for the link to its last diff.
            className="after:absolute after:inset-0 after:rounded-2xl"
          >
            {suite.name}
          </Link>
        </h3>
        {lastDiff && <DiffConclusion diff={lastDiff} />}
      </div>
      <p className="mb-4 text-muted text-sm">
        <span className="font-semibold text-2xl text-ink tabular-nums tracking-tight">
          {countText(suite.baselineCount)}
        </span>{' '}
        {suite.baselineCount === 1 ? 'baseline' : 'baselines'}
        {toReview > 0 && (
          <span className="ml-3 font-medium text-changed">{countText(toReview)} to review</span>
        )}
      </p>
      <p className="mt-auto flex justify-between gap-3 text-muted text-sm">
        {lastDiff ? (
          <>
            <Link
              to="/$org/$project/diffs/$id"
              params={{ org, project, id: lastDiff.id }}
              className="relative font-medium text-accent hover:underline"
            >
              Last diff
            </Link>
            <TimeAgo at={lastDiff.createdAt} />
          </>
        ) : (
          <>
            <span>No diff yet</span>
            {suite.lastCaptureAt && <TimeAgo at={suite.lastCaptureAt} />}
          </>
        )}
      </p>
    </div>
  );
}
