import type { PullRequest } from '@svc/schema';

/** `#7 Round the button`; `#7` where the title is not known. */
export const pullRequestWords = ({ number, title }: Pick<PullRequest, 'number' | 'title'>): string =>
  title ? `#${number} ${title}` : `#${number}`;
