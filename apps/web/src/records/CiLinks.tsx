import type { CiPages } from '@svc/schema';
import { pullRequestWords } from '../words/pullRequestWords.js';

const look = 'rounded hover:text-accent hover:underline';

/** Where a build came from: its pull request and its run in CI. */
export function CiLinks({ ci }: { ci: CiPages | null | undefined }) {
  if (!ci) return null;
  const { pullRequest, runUrl } = ci;
  return (
    <>
      {pullRequest && <PullRequestLink pullRequest={pullRequest} />}
      {runUrl && (
        <a
          href={runUrl}
          target="_blank"
          rel="noreferrer"
          className={`${look} whitespace-nowrap text-muted text-sm`}
        >
          CI run
        </a>
      )}
    </>
  );
}

function PullRequestLink({ pullRequest }: { pullRequest: NonNullable<CiPages['pullRequest']> }) {
  const words = pullRequestWords(pullRequest);
  const title = pullRequest.author ? `${words}, by ${pullRequest.author}` : words;
  const className = 'min-w-0 truncate text-sm';
  if (!pullRequest.url) {
    return (
      <span className={className} title={title}>
        {words}
      </span>
    );
  }
  return (
    <a
      href={pullRequest.url}
      target="_blank"
      rel="noreferrer"
      title={title}
      className={`${className} ${look}`}
    >
      {words}
    </a>
  );
}
