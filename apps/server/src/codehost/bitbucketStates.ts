import type { CheckOutcome } from '../domain/codeHosts/CodeHost.js';

/**
 * States of builds, the same on Bitbucket Cloud and Data Center. Merge checks ask for builds without a failure, leave open what a
 * stopped build is, and Data Center has `CANCELLED` only from version 8 on.
 */
export const bitbucketStates = {
  running: 'INPROGRESS',
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  inconclusive: 'FAILED',
} as const satisfies Record<CheckOutcome, string>;
