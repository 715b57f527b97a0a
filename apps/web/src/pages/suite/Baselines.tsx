import type { Baseline, SuiteDetails } from '@svc/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { baselinesQuery } from '../../client/recordsQueries.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { SearchField } from '../../ui/fields/SearchField.js';
import { Select } from '../../ui/fields/Select.js';
import { useNow } from '../../ui/useNow.js';
import { countOf, countText } from '../../words/countText.js';
import { BadgePanel } from './BadgePanel.js';
import { BaselineGrid } from './BaselineGrid.js';
import { ages, browsersOf, type Filter, filterBaselines, viewportsOf } from './filterBaselines.js';

const route = '/$org/$project/suites/$suite';

interface Props {
  place: { org: string; project: string; suite: string };
  branches: SuiteDetails['branches'];
}

/** The baselines of one branch, which can be searched; all of them are loaded, one page after the other. */
export function Baselines({ place, branches }: Props) {
  const { org, project, suite } = place;
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const branch = branches.find(({ name }) => name === search.branch) ?? branches[0];
  const list = useInfiniteQuery({
    ...baselinesQuery(`${org}/${project}`, suite, branch?.name ?? ''),
    enabled: branch !== undefined,
  });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  const all = useMemo(() => list.data?.pages.flatMap(({ baselines }) => baselines) ?? [], [list.data]);
  const q = search.q ?? '';
  const filter = useDeferredValue<Filter>({
    q,
    viewport: search.viewport,
    browser: search.browser,
    age: search.age,
  });
  const now = useNow();
  const shown = useMemo(() => filterBaselines(all, filter, now), [all, filter, now]);

  const change = (part: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });

  if (!branch) {
    return (
      <EmptyState icon="camera" title="No baselines yet">
        An image becomes a baseline when somebody approves it, or with a run of{' '}
        <code className="font-mono">--auto-baseline</code>.{' '}
        <Link to={route} params={place} search={{ view: 'diffs' }} className="text-accent underline">
          See the diffs
        </Link>
      </EmptyState>
    );
  }
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />;
  return (
    <section aria-label="Baselines">
      <Filters search={search} branch={branch.name} branches={branches} baselines={all} onChange={change} />
      <p role="status" className="mb-4 text-muted text-sm tabular-nums">
        {countWords(shown, branch.baselineCount, isFetching && hasNextPage)}
      </p>
      {shown.length > 0 ? (
        <BaselineGrid place={place} baselines={shown} />
      ) : (
        !isFetching && (
          <EmptyState icon="search" title="No baseline matches">
            Try a shorter search, another viewport, browser or branch.
          </EmptyState>
        )
      )}
      <BadgePanel place={place} branch={branch.name} />
    </section>
  );
}

type Search = { [Field in keyof Filter | 'branch']?: string | undefined };

interface FiltersProps {
  search: Search;
  branch: string;
  branches: SuiteDetails['branches'];
  /** All of the branch. */
  baselines: readonly Baseline[];
  onChange: (part: Partial<Search>) => void;
}

function Filters({ search, branch, branches, baselines, onChange }: FiltersProps) {
  const viewports = useMemo(() => viewportsOf(baselines), [baselines]);
  const browsers = useMemo(() => browsersOf(baselines), [baselines]);
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Select
        label="Branch"
        icon="branch"
        value={branch}
        onChange={({ target }) => onChange({ branch: target.value })}
        className="max-w-full sm:max-w-72"
      >
        {branches.map(({ name, baselineCount }) => (
          <option key={name} value={name}>
            {name} · {countText(baselineCount)}
          </option>
        ))}
      </Select>
      <SearchField
        label="Search by name"
        value={search.q ?? ''}
        onChange={(value) => onChange({ q: value || undefined })}
        className="min-w-48 flex-1"
      />
      {viewports.length > 1 && (
        <Select
          label="Viewport"
          value={search.viewport ?? ''}
          onChange={({ target }) => onChange({ viewport: target.value || undefined })}
        >
          <option value="">Every viewport</option>
          {viewports.map((viewport) => (
            <option key={viewport} value={viewport}>
              {viewport === 'none' ? 'No viewport' : viewport.replace('x', ' × ')}
            </option>
          ))}
        </Select>
      )}
      {browsers.length > 1 && (
        <Select
          label="Browser"
          value={search.browser ?? ''}
          onChange={({ target }) => onChange({ browser: target.value || undefined })}
        >
          <option value="">Every browser</option>
          {browsers.map((browser) => (
            <option key={browser} value={browser}>
              {browser === 'none' ? 'No browser' : browser}
            </option>
          ))}
        </Select>
      )}
      <Select
        label="Changed"
        value={search.age ?? ''}
        onChange={({ target }) => onChange({ age: target.value || undefined })}
      >
        <option value="">Changed at any time</option>
        {Object.entries(ages).map(([age, { words }]) => (
          <option key={age} value={age}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  );
}

function countWords(shown: readonly Baseline[], total: number, isLoading: boolean): string {
  const words =
    shown.length === total
      ? countOf(total, 'baseline')
      : `${countText(shown.length)} of ${countOf(total, 'baseline')}`;
  return isLoading ? `${words}, loading more …` : words;
}
