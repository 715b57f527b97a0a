export type Env = Readonly<Record<string, string | undefined>>;

/** Gives a file's text, undefined when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

/** A branch and its head commit, and which checkouts they describe. */
export interface Claim {
  branch?: string | undefined;
  /** Head of the branch. */
  commit?: string | undefined;
  /** The merge of that head into its target, where CI says that it checked this out. */
  merge?: string | undefined;
  /** Holds for this very checkout only. Otherwise also for commits that the job itself put on top. */
  isExact?: boolean;
  /** Means nothing unless it is known what is checked out. */
  needsCheckout?: boolean;
}

/** What a CI says of a pull request; texts as it has them. */
export interface CiPullRequest {
  /** As text where a variable has it. */
  number?: string | number | undefined;
  title?: string | undefined;
  author?: string | undefined;
  url?: string | undefined;
}

/** What a CI says of a run, in variables that it sets. An empty variable says nothing. */
export interface CiRun {
  /** Name of the CI; the run key begins with it. */
  ci: string;
  /** The first that describes what is checked out counts. */
  claims: readonly Claim[];
  /** The branch that a pull request or merge queue goes to. */
  baselineRef?: string | undefined;
  /** `2/4`. */
  shard?: string | undefined;
  job?: string | undefined;
  /** Id of the run: the same for all its jobs, shards and attempts. */
  run?: string | undefined;
  /** Address of the run's page. */
  url?: string | undefined;
  /** Address of the repository's page at its host, with what leads from there to a commit: `/commit/`. */
  commits?: string | undefined;
  /** The one that the first claim is of. */
  pullRequest?: CiPullRequest | undefined;
  /** Merges the target into the head of a pull request and calls the result the commit. */
  mergesLocally?: boolean;
}

export const withoutHeads = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/heads\//, '') || undefined;

/** A branch, or a tag by its whole name where the CI calls that the branch: there may be a branch of that name as well. */
export const branchOrTag = (branch: string | undefined, tag: string | undefined): string | undefined =>
  branch && branch === tag ? `refs/tags/${tag}` : branch || undefined;

/** A branch of a fork as the repository that the pull request goes to calls it. */
export const branchOfFork = (owner: string, branch: string): string =>
  branch.startsWith(`${owner}:`) ? branch : `${owner}:${branch}`;

/** Where nothing tells whose fork it is. */
export const unknownOwner = 'fork';

/** `owner` of `owner/repository`; groups of GitLab may be nested. */
export const ownerOf = (slug: string): string => slug.slice(0, slug.lastIndexOf('/')) || unknownOwner;

/**
 * The branch of a pull request.
 * @param head slug of the repository that it comes from, `owner/repository`
 * @param base slug of the one that it goes to
 */
export function branchOfPullRequest(
  branch: string | undefined,
  head: string | undefined,
  base: string | undefined,
): string | undefined {
  const isFork = head && base && head.toLowerCase() !== base.toLowerCase();
  return branch && isFork ? branchOfFork(ownerOf(head), branch) : branch;
}

/** The page of the repository that an address of git names, where it is on GitHub. */
export function pageOnGitHub(address: string | undefined): string | undefined {
  const slug = /(^|[/@.])github\.com[/:]/i.test(address ?? '') ? slugOf(address) : undefined;
  return slug && `https://github.com/${slug}`;
}

/** A page below another one, where that is known. */
export const below = (
  page: string | undefined,
  ...path: (string | number | undefined)[]
): string | undefined =>
  page && path.every((part) => part !== undefined && part !== '')
    ? [page.replace(/\/+$/, ''), ...path].join('/')
    : undefined;

/** `owner/repository` of the address of a repository, such as `git@host:owner/repository.git`. */
export const slugOf = (address: string | undefined): string | undefined =>
  /^(?:[a-z+]+:\/\/)?(?:[^/@]*@)?[^/:]+(?::\d+)?[/:](.+?)(?:\.git)?\/?$/i.exec(address ?? '')?.[1];
