import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { waitingDiffsQuery } from '../../../client/recordsQueries.js';

const look = 'whitespace-nowrap rounded font-medium underline underline-offset-2 hover:text-accent';

/** What to review next, and the way back to the pull request. */
export function NextLink({ diff }: { diff: ReviewDiff }) {
  const pullRequest = diff.ci?.pullRequest;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <NextReview diff={diff} />
      {pullRequest?.url && (
        <a href={pullRequest.url} className={look}>
          Back to #{pullRequest.number}
        </a>
      )}
    </span>
  );
}

/** Another suite of the branch first, then the newest that waits; the suite where nothing does. */
function NextReview({ diff: { id, project, suite, branch } }: { diff: ReviewDiff }) {
  const [org = '', name = ''] = project.split('/');
  const { data } = useInfiniteQuery(waitingDiffsQuery(project));
  const waiting = data?.pages.flatMap(({ diffs }) => diffs).filter((one) => one.id !== id) ?? [];
  const next = waiting.find((one) => one.branch === branch) ?? waiting[0];
  if (!next) {
    return (
      <Link to="/$org/$project/suites/$suite" params={{ org, project: name, suite }} className={look}>
        Other builds of {suite}
      </Link>
    );
  }
  return (
    <Link to="/$org/$project/diffs/$id" params={{ org, project: name, id: next.id }} className={look}>
      Next: {next.suite}
      {next.branch && next.branch !== branch ? ` on ${next.branch}` : ''} (
      {next.counts.pending + (next.accessibility?.pending ?? 0)} pending)
    </Link>
  );
}
