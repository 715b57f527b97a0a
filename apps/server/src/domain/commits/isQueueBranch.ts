/** A branch that a merge queue or merge train makes for one build: nobody compares with its baselines (R41). */
export const isQueueBranch = (branch: string): boolean =>
  /^(refs\/heads\/)?gh-readonly-queue\/|^refs\/merge-requests\/\d+\/train$/.test(branch);
