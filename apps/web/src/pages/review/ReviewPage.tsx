import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { reviewQuery } from '../../client/queries.js';
import { parseSearch } from '../../client/searchText.js';
import { Trail } from '../../records/Trail.js';
import { Failure } from '../../ui/Failure.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { openingOf } from './address/openingOf.js';
import { unansweredDecisions, withDecisions } from './decisions/unansweredDecisions.js';
import { ListSkeleton } from './list/ListSkeleton.js';
import { Review } from './Review.js';

export function ReviewPage() {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  const { location } = useRouter().history;
  const opening = openingOf(parseSearch(location.search));
  const {
    data: diff,
    error,
    refetch,
  } = useQuery(
    reviewQuery(`${org}/${project}`, id, {
      opening,
      // What is read before the server has decided must not undo that on the screen.
      begin: (client) => {
        const sent = unansweredDecisions(client, id);
        return (read) => withDecisions(read, sent);
      },
    }),
  );
  useTitle(diff ? `Review ${diff.suite}` : 'Review');
  if (diff && (diff.isWhole || !error))
    return <Review key={id} org={org} project={project} diff={diff} refetch={refetch} />;
  if (error) {
    return (
      <Shell trail={<Trail org={org} project={project} />}>
        <Failure error={error} retry={refetch} />
      </Shell>
    );
  }
  return <Loading />;
}

const Loading = () => (
  <div role="status" aria-label="Loading the review" className="flex h-dvh flex-col">
    <div className="flex h-[62px] items-center gap-4 border-line border-b bg-surface px-4">
      <Skeleton className="size-7" />
      <Skeleton className="h-6 w-56" />
      <Skeleton className="ml-auto h-9 w-32" />
    </div>
    <div className="flex min-h-0 flex-1">
      <div className="w-80 space-y-2 border-line border-r bg-surface p-3 max-md:w-full">
        <ListSkeleton />
      </div>
      <div className="grid flex-1 grid-cols-2 gap-4 p-6 max-md:hidden">
        <Skeleton className="rounded-2xl" />
        <Skeleton className="rounded-2xl" />
      </div>
    </div>
  </div>
);
