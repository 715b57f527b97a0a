import { z } from 'zod';
import { commit, name, ref, text } from './primitives.js';

/** Which part of a commit's run this is: `2/4`, or `2/?` where nobody knows how many there will be (R46). */
export const shard = z
  .string()
  .regex(/^[1-9]\d{0,3}\/([1-9]\d{0,3}|\?)$/, 'must look like 2/4, or 2/? where the number is not known')
  .refine((text) => {
    const [index, total] = text.split('/');
    return total === '?' || Number(index) <= Number(total);
  }, 'counts from 1 to the number of shards');

const page = text(2_048).pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }));

/** A pull request of the code host; GitLab's are called merge requests. */
export const pullRequest = z.object({
  number: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  title: text(512).nullable().default(null),
  /** Who opened it, by the name that the code host uses. */
  author: text(200).nullable().default(null),
  url: page.nullable().default(null),
});
export type PullRequest = z.infer<typeof pullRequest>;

/** What CI says of a run: pages to link to. Null for what it does not say. */
export const ciPages = z.object({
  /** The page of the run, with its log. */
  runUrl: page.nullable().default(null),
  /** The page of the commit at the code host. */
  commitUrl: page.nullable().default(null),
  pullRequest: pullRequest.nullable().default(null),
});
export type CiPages = z.infer<typeof ciPages>;

/** What a run says of itself beside its branch and commit. */
export const runFields = {
  /** The commit that was checked out, where CI tests a merge of the pull request; `commit` if absent (R7). */
  checkout: commit.optional(),
  shard: shard.optional(),
  /** Name of the job in CI. Without a shard it is the part of the run that this is (R46). */
  job: name.optional(),
  /** Id of the run in CI, equal for all its jobs, shards and attempts. */
  runKey: name.optional(),
  /** Where people find the run, its commit and its pull request. The review page links to them. */
  ci: ciPages.optional(),
};

/** Says that no more parts of a run follow, where none of them knew how many there are (R46). */
export const finishRunBody = z.object({ branch: ref, commit, runKey: name });
export type FinishRunBody = z.infer<typeof finishRunBody>;

export const finishedRun = z.object({
  /** Parts of the run that reported, in their order: `2/4` and `2/?` for shards, else the names of jobs. */
  parts: z.array(z.string()),
});
export type FinishedRun = z.infer<typeof finishedRun>;
