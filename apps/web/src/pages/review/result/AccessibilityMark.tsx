import { Link, useParams } from '@tanstack/react-router';
import type { ReviewItem } from '../../../client/presentReview.js';

const words = {
  pending: 'Accessibility change to review',
  approved: 'Accessibility change approved',
  rejected: 'Accessibility change rejected',
  recorded: 'Accessibility change',
} as const;

/** That the page of a result says something else to assistive technology, and the way to what that is. */
export function AccessibilityMark({ accessibility }: Pick<ReviewItem, 'accessibility'>) {
  const { org, project, id } = useParams({ from: '/$org/$project/diffs/$id' });
  if (accessibility === null) return null;
  return (
    <Link
      to="/$org/$project/diffs/$id/accessibility"
      params={{ org, project, id }}
      className={`rounded underline underline-offset-2 hover:text-accent ${accessibility === 'pending' ? 'text-changed' : ''}`}
    >
      {words[accessibility]}
    </Link>
  );
}
