import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReviewItem } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';

/** To why the snapshot looks different for no reason, and what to do about it. */
export function FlakyLink({ result: { name } }: { result: ReviewItem }) {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  const suite = useQueryClient().getQueryData(reviewQuery(`${org}/${project}`, id).queryKey)?.suite;
  if (suite === undefined) return null;
  return (
    <Link
      to="/$org/$project/flaky"
      params={{ org, project }}
      search={{ suite, name }}
      preload={false}
      className="rounded text-accent underline underline-offset-2"
    >
      Why, and what to do
    </Link>
  );
}
