import type { BaselineReason } from './BaselineReason.js';

/** How a slot looks; null where it is not there. */
export type Look = string | null;

export type ResultStatus = 'unchanged' | 'changed' | 'new' | 'removed' | 'skipped';
export type ApprovalStatus = 'pending' | 'approved' | 'rejected';

/** A record in a branch's log of baselines (R5). */
export interface Entry {
  branch: string;
  slot: string;
  look: Look;
  commit: string;
  build: Build;
  /** The target's seen entry at the time; null where the target had none, 'rootless' on the default branch. */
  root: Entry | null | 'rootless';
  /** The decision that promoted it; null where it was remembered. */
  decision: Decision | null;
  /** The decision of another build that it was remembered from (R16). */
  remembers: Decision | null;
  revoked: boolean;
  /** Its place among everything that happened. */
  at: number;
}

/** What a person, or a run for itself, decided about a slot at a build. */
export interface Decision {
  kind: 'approve' | 'reject' | 'take back';
  isPerson: boolean;
  slot: string;
  branch: string;
  build: Build;
  base: Look;
  head: Look;
  /** What an approval was chosen over, as it was known then: its base and what the target had. */
  over: ReadonlySet<Look>;
  /** Branches that an approval promoted to. */
  promotedTo: readonly string[];
  revoked: boolean;
  at: number;
}

export interface Result {
  slot: string;
  base: Look;
  /** Where the base is from; null where there is none. */
  entry: Entry | null;
  reason: BaselineReason;
  head: Look;
  status: ResultStatus;
  approval: ApprovalStatus;
  /** What it was decided by; null while nobody has, and where nothing is to decide. */
  decision: Decision | null;
  /** It was born approved by a memory (R16). */
  isRemembered: boolean;
  /** The slot was not captured. */
  isCarried: boolean;
}

/** What of a commit's run a build was (R46). */
export interface Part {
  /** `2/4`, `job unit` or `whole`. */
  name: string;
  /** Of how many; null where nobody said. */
  total: number | null;
}

/** A capture with its diff, in or without a session. */
export interface Build {
  /** By this name steps and messages speak of it. */
  label: string;
  branch: string;
  commit: string;
  /** The commit that was checked out: what the head has seen is counted from it. */
  checkout: string;
  baselineRef: string | null;
  targetRefs: readonly string[] | null;
  /** What it captured. */
  looks: Readonly<Record<string, string>>;
  autoApprove: boolean;
  isEphemeral: boolean;
  part: Part;
  /** What it says of itself at its end. */
  exitCode: number;
  isComplete: boolean;
  allowEmpty: boolean;
  results: Map<string, Result>;
  openedAt: number;
  /** 0 while it is open. */
  completedAt: number;
  /** A build had sent its commit when it was compared: otherwise nothing is known to stand there (R5). */
  isDescribed: boolean;
  /** By slot and named branch, the active entry when it was computed. */
  computedOn: Map<string, Entry | null>;
  /** What it compared with, or was approved by, has been revoked since; or a build that ended late changed its base. */
  isOutdated: boolean;
  /** Its rows were removed: it stays as it is. */
  isForgotten: boolean;
}

export type BuildStart = Pick<Build, 'label' | 'branch' | 'commit' | 'looks'> &
  Partial<Pick<Build, 'checkout' | 'baselineRef' | 'targetRefs' | 'autoApprove' | 'isEphemeral' | 'part'>>;

export const newBuild = (start: BuildStart, openedAt: number): Build => ({
  checkout: start.commit,
  baselineRef: null,
  targetRefs: null,
  autoApprove: false,
  isEphemeral: false,
  part: { name: 'whole', total: null },
  ...start,
  exitCode: 0,
  isComplete: false,
  allowEmpty: false,
  results: new Map(),
  openedAt,
  completedAt: 0,
  isDescribed: false,
  computedOn: new Map(),
  isOutdated: false,
  isForgotten: false,
});

export const isReviewable = ({ status }: Pick<Result, 'status'>): boolean =>
  status === 'changed' || status === 'new' || status === 'removed';

export const isUndecided = (result: Result): boolean =>
  isReviewable(result) && result.approval !== 'approved';

/** Nothing arrived, though something should have (R25). */
export const isEmpty = (build: Build): boolean => Object.keys(build.looks).length === 0 && !build.allowEmpty;

/** The service refuses what was asked, and nothing changes. */
export class Refusal extends Error {
  constructor(
    readonly code: 'DIFF_STALE' | 'CAPTURE_EPHEMERAL' | 'DECISION_CONFLICT' | 'SESSION_COMPLETED',
    about = '',
  ) {
    super(`${code} ${about}`.trim());
  }
}
