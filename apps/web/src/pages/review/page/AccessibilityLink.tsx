import { Link } from '@tanstack/react-router';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { accessibilityWords } from './accessibilityWords.js';

interface Props {
  org: string;
  project: string;
  diff: ReviewDiff;
}

/** The way to the accessibility changes of a diff that has some. */
export function AccessibilityLink({ org, project, diff }: Props) {
  const words = accessibilityWords(diff);
  if (words === null) return null;
  return (
    <Link
      to="/$org/$project/diffs/$id/accessibility"
      params={{ org, project, id: diff.id }}
      className={`whitespace-nowrap rounded text-sm underline underline-offset-2 hover:text-accent ${words.isToDo ? 'text-changed' : 'text-muted'}`}
    >
      {words.text}
    </Link>
  );
}
