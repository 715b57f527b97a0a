import { z } from 'zod';
import { commit, name, ref } from './primitives.js';

/** Which part of a commit's run this is: `2/4`, or `2/?` where nobody knows how many there will be (R46). */
export const shard = z
  .string()
  .regex(/^[1-9]\d{0,3}\/([1-9]\d{0,3}|\?)$/, 'must look like 2/4, or 2/? where the number is not known')
  .refine((text) => {
    const [index, total] = text.split('/');
    return total === '?' || Number(index) <= Number(total);
  }, 'counts from 1 to the number of shards');

/** What a run says of itself beside its branch and commit. */
export const runFields = {
  /** The commit that was checked out, where CI tests a merge of the pull request; `commit` if absent (R7). */
  checkout: commit.optional(),
  shard: shard.optional(),
  /** Name of the job in CI. Without a shard it is the part of the run that this is (R46). */
  job: name.optional(),
  /** Id of the run in CI, equal for all its jobs, shards and attempts. */
  runKey: name.optional(),
};

/** Says that no more parts of a run follow, where none of them knew how many there are (R46). */
export const finishRunBody = z.object({ branch: ref, commit, runKey: name });
export type FinishRunBody = z.infer<typeof finishRunBody>;

export const finishedRun = z.object({
  /** Parts of the run that reported, in their order: `2/4` and `2/?` for shards, else the names of jobs. */
  parts: z.array(z.string()),
});
export type FinishedRun = z.infer<typeof finishedRun>;
