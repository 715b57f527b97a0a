import type { DiffSummary } from '@svc/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allWaitingQuery, waitingDiffsQuery } from '../../client/recordsQueries.js';
import { DiffList } from '../../records/DiffList.js';
import { SearchField } from '../../ui/fields/SearchField.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { pullRequestWords } from '../../words/pullRequestWords.js';
import { RequestedReviews } from './RequestedReviews.js';

/** So many are found at a glance. */
const fewEnough = 5;

/**
 * What needs a review, by branch and suite, if anything does.
 * @param project `org/project`; null for all projects of the person
 */
export function WaitingDiffs({ project }: { project: string | null }) {
  const ofProject = useInfiniteQuery({ ...waitingDiffsQuery(project ?? ''), enabled: project !== null });
  const ofAll = useInfiniteQuery({ ...allWaitingQuery, enabled: project === null });
  const list = project === null ? ofAll : ofProject;
  const [query, setQuery] = useState('');
  const diffs = list.data?.pages.flatMap((page) => page.diffs) ?? [];
  const requested = ofAll.data?.pages[0]?.requested ?? [];
  if (diffs.length === 0) return <RequestedReviews requested={requested} />;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = diffs.filter((diff) => {
    const text = searchText(diff);
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <RequestedReviews requested={requested} />
      <div data-testid="waiting" className="mb-8">
        {diffs.length > fewEnough && (
          <SearchField
            label={`Find a ${project === null ? 'project, a ' : ''}suite, a branch, a commit or a pull request`}
            value={query}
            onChange={setQuery}
            className="mb-4 max-w-md"
          />
        )}
        <DiffList
          hasProjects={project === null}
          diffs={shown}
          title="Needs review"
          empty={`Nothing that needs review matches “${query}”.`}
        />
        <MoreButton list={list} what="builds" />
      </div>
    </>
  );
}

/** What a build is found by, in lower case. */
function searchText({ project, suite, branch, commit, ci }: DiffSummary): string {
  const pullRequest = ci?.pullRequest;
  const texts = [
    project,
    suite,
    branch,
    commit,
    pullRequest && pullRequestWords(pullRequest),
    pullRequest?.author,
  ];
  return texts.join(' ').toLowerCase();
}
