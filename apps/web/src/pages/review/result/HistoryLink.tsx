import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReviewItem } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';
import { variantSearch } from '../../../client/variantSearch.js';

/** To the life of the snapshot: every baseline and decision. */
export function HistoryLink({ result }: { result: ReviewItem }) {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  const suite = useQueryClient().getQueryData(reviewQuery(`${org}/${project}`, id).queryKey)?.suite;
  if (suite === undefined) return null;
  return (
    <Link
      to="/$org/$project/suites/$suite/snapshots/$name"
      params={{ org, project, suite, name: result.name }}
      search={variantSearch(result)}
      preload={false}
      className="rounded hover:text-accent hover:underline"
    >
      History
    </Link>
  );
}
