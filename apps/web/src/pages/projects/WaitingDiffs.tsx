import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accountQuery } from '../../client/accessQueries.js';
import { allWaitingQuery, waitingDiffsQuery } from '../../client/recordsQueries.js';
import { DiffList } from '../../records/DiffList.js';
import { SearchField } from '../../ui/fields/SearchField.js';
import { Select } from '../../ui/fields/Select.js';
import { MoreButton } from '../../ui/MoreButton.js';
import {
  filterWaiting,
  isFiltered,
  progressChoices,
  type WaitingFilter,
  whoseChoices,
} from './filterWaiting.js';
import { RequestedReviews } from './RequestedReviews.js';

/** So many are found at a glance. */
const fewEnough = 5;

/**
 * What needs a review, by branch and suite, if anything does. What is searched for and chosen is part of the address.
 * @param project `org/project`; null for all projects of the person
 */
export function WaitingDiffs({ project }: { project: string | null }) {
  const ofProject = useInfiniteQuery({ ...waitingDiffsQuery(project ?? ''), enabled: project !== null });
  const ofAll = useInfiniteQuery({ ...allWaitingQuery, enabled: project === null });
  const list = project === null ? ofAll : ofProject;
  const filter: WaitingFilter = useSearch({ strict: false });
  const diffs = list.data?.pages.flatMap((page) => page.diffs) ?? [];
  const requested = ofAll.data?.pages[0]?.requested ?? [];
  const { data: account } = useQuery({ ...accountQuery, enabled: filter.whose === 'mine' });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  // What is looked for may be on any page.
  const isLooking = isFiltered(filter) && hasNextPage;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  // A field that was used stays, also when it is emptied.
  const [wasFiltered, setWasFiltered] = useState(false);
  if (isFiltered(filter) && !wasFiltered) setWasFiltered(true);
  if (diffs.length === 0) return <RequestedReviews requested={requested} />;
  return (
    <>
      <RequestedReviews requested={requested} />
      <div data-testid="waiting" className="mb-8">
        {(diffs.length > fewEnough || wasFiltered) && (
          <Filters filter={filter} hasProjects={project === null} orgs={orgsOf(diffs)} />
        )}
        <DiffList
          hasProjects={project === null}
          diffs={filterWaiting(diffs, filter, account)}
          title="Needs review"
          empty={isLooking ? 'Looking for builds …' : 'Nothing that needs review matches.'}
        />
        {!isLooking && <MoreButton list={list} what="builds" />}
      </div>
    </>
  );
}

const orgsOf = (diffs: readonly { project: string }[]): string[] =>
  [...new Set(diffs.map(({ project }) => project.split('/')[0] ?? ''))].sort();

interface FiltersProps {
  filter: WaitingFilter;
  hasProjects: boolean;
  orgs: readonly string[];
}

function Filters({ filter, hasProjects, orgs }: FiltersProps) {
  const navigate = useNavigate();
  const change = (part: Partial<WaitingFilter>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchField
        label={`Find a ${hasProjects ? 'project, a ' : ''}suite, a branch, a commit or a pull request`}
        value={filter.q ?? ''}
        onChange={(q) => change({ q: q || undefined })}
        className="min-w-0 flex-1 basis-72"
      />
      <Select
        label="Whose builds"
        value={filter.whose ?? ''}
        onChange={({ target }) => change({ whose: target.value || undefined })}
      >
        {whoseChoices(orgs).map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
      <Select
        label="Progress"
        value={filter.progress ?? ''}
        onChange={({ target }) => change({ progress: target.value || undefined })}
      >
        {progressChoices.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    </div>
  );
}
