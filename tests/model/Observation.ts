import type { BaselineReason } from './oracle/BaselineReason.js';
import type { Verdict } from './oracle/judgeCommit.js';
import type { ApprovalStatus, Look, ResultStatus } from './oracle/records.js';

export interface ObservedResult {
  status: ResultStatus;
  approval: ApprovalStatus;
  base: Look;
  head: Look;
  reason: BaselineReason;
  /** Branch and commit of the entry that is the base; null without a base. */
  ref: string | null;
  commit: string | null;
}

export interface ObservedBuild {
  conclusion: 'success' | 'failure' | null;
  /** By slot. */
  results: Record<string, ObservedResult>;
}

/** What can be seen of a suite from outside, by the service or by the oracle. */
export interface Observation {
  /** Completed builds by label. */
  builds: Record<string, ObservedBuild>;
  /** Active looks by branch and slot. */
  baselines: Record<string, Record<string, string>>;
  /** By commit. */
  checks: Record<string, Verdict | 'none'>;
}
