import type { CiPages } from '@svc/schema';
import type { CiPullRequest, Env } from './ci/CiRun.js';
import { runsOf } from './ci/runsOf.js';

/** The most characters that the service takes. */
const longest = { url: 2_048, title: 512, author: 200 };

/** A web address without the password that CI may have put into it. */
function pageOf(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return null;
  url.username = '';
  url.password = '';
  return url.href.length > longest.url ? null : url.href;
}

/** Text that the service takes, in one line. */
function lineOf(text: string | undefined, characters: number): string | null {
  const line =
    text
      ?.replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/\p{Cs}/gu, '')
      .trim() ?? '';
  if (line.length <= characters) return line || null;
  return line
    .slice(0, characters)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

function pullRequestOf(said: CiPullRequest | undefined): CiPages['pullRequest'] {
  const number = Number(said?.number);
  if (!said || !Number.isSafeInteger(number) || number < 1) return null;
  return {
    number,
    title: lineOf(said.title, longest.title),
    author: lineOf(said.author, longest.author),
    url: pageOf(said.url),
  };
}

/** `SVC_RUN_URL`, `SVC_COMMIT_URL` and `SVC_PULL_REQUEST_*`, which come before what CI says. */
function saidByVariables(env: Env): CiPages {
  const {
    SVC_PULL_REQUEST: number,
    SVC_PULL_REQUEST_TITLE: title,
    SVC_PULL_REQUEST_AUTHOR: author,
    SVC_PULL_REQUEST_URL: url,
  } = env;
  return {
    runUrl: pageOf(env.SVC_RUN_URL),
    commitUrl: pageOf(env.SVC_COMMIT_URL),
    pullRequest: pullRequestOf({ number, title, author, url }),
  };
}

/**
 * Where people find the run of a commit: from the variables `SVC_RUN_URL`, `SVC_COMMIT_URL`, `SVC_PULL_REQUEST` (its number),
 * `SVC_PULL_REQUEST_TITLE`, `_AUTHOR`, `_URL`, then from CI. What is not a web address is left out.
 * @param commit a pull request counts only where CI runs for this commit
 * @returns undefined where nothing is known
 */
export function detectCiPages(env: Env, commit: string): CiPages | undefined {
  const said = saidByVariables(env);
  const run = runsOf(env).find(({ url, pullRequest }) => url || pullRequest);
  // What such a CI calls the commit is its own merge.
  const isOfCommit =
    run?.mergesLocally || run?.claims.some((claim) => claim.commit === commit || claim.merge === commit);
  const pages: CiPages = {
    runUrl: said.runUrl ?? pageOf(run?.url),
    commitUrl: said.commitUrl ?? pageOf(run?.commits && `${run.commits}/${encodeURIComponent(commit)}`),
    pullRequest: said.pullRequest ?? (isOfCommit ? pullRequestOf(run?.pullRequest) : null),
  };
  return Object.values(pages).some((value) => value !== null) ? pages : undefined;
}
