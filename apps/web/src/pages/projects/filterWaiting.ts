import type { Account, DiffSummary } from '@svc/schema';
import { pullRequestWords } from '../../words/pullRequestWords.js';

/** As it is in the address. */
export interface WaitingFilter {
  q?: string | undefined;
  /** `mine`, or `org:` and an organization. */
  whose?: string | undefined;
  /** `new`, `begun` or `second`. */
  progress?: string | undefined;
}

interface Choice {
  value: string;
  word: string;
}

/** @param orgs of the builds that wait; a person may be in several */
export const whoseChoices = (orgs: readonly string[]): readonly Choice[] => [
  { value: '', word: 'All builds' },
  { value: 'mine', word: 'My pull requests' },
  ...(orgs.length > 1 ? orgs.map((org) => ({ value: `org:${org}`, word: `Builds of ${org}` })) : []),
];

export const progressChoices: readonly Choice[] = [
  { value: '', word: 'Any progress' },
  { value: 'new', word: 'Not begun' },
  { value: 'begun', word: 'Partly reviewed' },
  { value: 'second', word: 'Second approval' },
];

export const isFiltered = ({ q, whose, progress }: WaitingFilter): boolean =>
  [q, whose, progress].some((one) => one !== undefined && one !== '');

/**
 * The builds that a filter leaves.
 * @param account of the person who looks; undefined while it loads, when nothing is known to be theirs
 */
export function filterWaiting(
  diffs: readonly DiffSummary[],
  { q = '', whose = '', progress = '' }: WaitingFilter,
  account: Pick<Account, 'name' | 'email' | 'identities'> | undefined,
): DiffSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const names = namesOf(account);
  return diffs.filter((diff) => {
    const text = searchText(diff);
    if (!words.every((word) => text.includes(word))) return false;
    if (whose === 'mine' && !names.has(diff.ci?.pullRequest?.author?.toLowerCase() ?? '')) return false;
    if (whose.startsWith('org:') && !diff.project.startsWith(`${whose.slice(4)}/`)) return false;
    return progress === '' || progressOf(diff) === progress;
  });
}

/** What a code host may call a person, in lower case. */
function namesOf(account: Pick<Account, 'name' | 'email' | 'identities'> | undefined): ReadonlySet<string> {
  if (!account) return new Set();
  const { name, email, identities } = account;
  const texts = [name, email, email?.split('@')[0], ...identities.map((one) => one.name)];
  return new Set(texts.flatMap((text) => (text ? [text.toLowerCase()] : [])));
}

function progressOf({ counts, accessibility }: DiffSummary): string {
  if (counts.pending + (accessibility?.pending ?? 0) === 0) return 'second';
  return counts.approved + counts.rejected === 0 ? 'new' : 'begun';
}

/** What a build is found by, in lower case. */
function searchText({ project, suite, branch, commit, ci }: DiffSummary): string {
  const pullRequest = ci?.pullRequest;
  const texts = [
    project,
    suite,
    branch,
    commit,
    pullRequest && pullRequestWords(pullRequest),
    pullRequest?.author,
  ];
  return texts.join(' ').toLowerCase();
}
