import type { CiPages } from '@svc/schema';
import { pullRequestWords } from '../words/pullRequestWords.js';

/** The pull request of a build in a list, if it has one. */
export function PullRequestLine({ ci }: { ci: CiPages | null | undefined }) {
  const pullRequest = ci?.pullRequest;
  if (!pullRequest) return null;
  const { author } = pullRequest;
  return (
    <p className="mb-1 truncate text-sm" title={pullRequestWords(pullRequest)}>
      {pullRequestWords(pullRequest)}
      {author && <span className="text-muted"> by {author}</span>}
    </p>
  );
}
