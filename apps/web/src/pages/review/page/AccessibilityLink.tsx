import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accessibilityQuery } from '../../../client/accessibilityQueries.js';
import type { ReviewDiff } from '../../../client/presentReview.js';

interface Props {
  org: string;
  project: string;
  diff: ReviewDiff;
}

/** The way to the accessibility changes of a diff that has some. */
export function AccessibilityLink({ org, project, diff: { id, status } }: Props) {
  const { data } = useQuery({
    ...accessibilityQuery(`${org}/${project}`, id),
    enabled: status === 'completed',
  });
  const count = data?.changes.length ?? 0;
  if (!data || count === 0) return null;
  const pending = data.changes.filter(
    ({ isReviewable, approvalStatus }) => isReviewable && approvalStatus === 'pending',
  ).length;
  return (
    <Link
      to="/$org/$project/diffs/$id/accessibility"
      params={{ org, project, id }}
      className={`whitespace-nowrap rounded text-sm underline underline-offset-2 hover:text-accent ${pending > 0 ? 'text-changed' : 'text-muted'}`}
    >
      {pending > 0
        ? `${pending} accessibility ${pending === 1 ? 'change' : 'changes'} to review`
        : `${count} accessibility ${count === 1 ? 'change' : 'changes'}`}
    </Link>
  );
}
