import type {
  AccessibilityCounts,
  ApprovalStatus,
  Approvals,
  Baseline,
  BaselineExplanation,
  BlockMove,
  CaptureStatus,
  ChangeReason,
  ColumnChange,
  Conclusion,
  DiffCounts,
  DiffStatus,
  FlakySnapshot,
  IgnoreArea,
  IgnoredAreas,
  Region,
  ResultCauses,
  ResultExplanation,
  ResultStatus,
  RowChange,
  SnapshotFailure,
  Subthreshold,
  Viewport,
} from '@svc/sdk';
import type { ErrorDescription } from '../describeError.js';

/*
 * The documents of `--output json` and `--report`, as `schemas/output-v2.json` describes them. Fields may be added to a
 * version; one that goes or means something else makes another version.
 */
export const outputVersion = 2;

/** One slot of a comparison: fields of the API's DiffResult, under the same names. */
export interface ReportedResult {
  name: string;
  viewport: Viewport | null;
  browser: string | null;
  status: ResultStatus;
  diffPercentage: number | null;
  /** Why it changed, where no pixel counts; null also from a service that does not say. */
  reason: ChangeReason | null;
  /** What differs without counting; null where nothing was compared, and from a service that does not say. */
  subthreshold: Subthreshold | null;
  /** Structural similarity (SSIM), -1 to 1; null where nothing was compared, and from a service that does not say. */
  similarity: number | null;
  approvalStatus: ApprovalStatus;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Why it was rejected; null where nobody said so, and from a service that does not say. */
  note: string | null;
  /** Who approved, where one approval is not enough; null otherwise, and from a service that does not say. */
  approvals: Approvals | null;
  /** Until when the change is ignored although it is pending, and by whom; null where it is not. */
  ignoredUntil: string | null;
  ignoredBy: string | null;
  /** Not captured in this run: taken over from an earlier one. */
  carried: boolean;
  /** How long the fleet took for it; null where it was uploaded or taken over, and from a service that does not say. */
  milliseconds: number | null;
  /** What the page could not load, so that the current image lacks it; empty from a service that does not say. */
  incomplete: { url: string; reason: string }[];
  baselineSource: string | null;
  /** Against what it was compared, and why; null where there is no baseline, and from a service that does not say. */
  baseline: BaselineExplanation | null;
  currentImageUrl: string | null;
  baselineImageUrl: string | null;
  diffImageUrl: string | null;
  /** What changed beside what shifted or moved; null where nothing did, and from a service that does not say. */
  alignedDiffImageUrl: string | null;
  /** Where a changed result changed and what became of it; null for every other, and from a service that does not say. */
  regions: Region[] | null;
  rowChanges: RowChange[] | null;
  columnChanges: ColumnChange[] | null;
  moves: BlockMove[] | null;
  /** What was not compared; null for nothing. */
  ignored: IgnoredAreas | null;
  /** Why it changed; null unless changed, where that is not known, and from a service that does not say. */
  causes: ResultCauses | null;
}

/** A capture of one suite and what comparing it found. */
export interface ReportedSuite {
  suite: string;
  branch: string | null;
  commit: string | null;
  captureId: string;
  /** Null with `--auto-baseline`, which compares nothing; so are the fields that describe the diff. */
  diffId: string | null;
  reviewUrl: string | null;
  conclusion: Conclusion | null;
  /** Whether the diff counts for the verdict on its commit. */
  judging: boolean | null;
  /** Approved snapshots that another person has to approve as well. */
  awaiting: number;
  /** `carried` are among the completed: taken over from an earlier capture. */
  snapshots: { total: number; completed: number; failed: number; carried: number };
  counts: DiffCounts | null;
  /** Reviewable accessibility changes by decision; null where nothing was compared, and from a service that does not say. */
  accessibility: AccessibilityCounts | null;
  /** How many of the pending results are ignored for now; 0 from a service that does not say. */
  ignoredCount: number;
  /** Names, each once. */
  changed: string[];
  new: string[];
  removed: string[];
  results: ReportedResult[];
  failed: SnapshotFailure[];
}

/** Of `stories-a`, `stories-b`, `capture`, `upload`, `diff` and `rediff`. */
export interface ComparisonOutput extends ReportedSuite {
  version: typeof outputVersion;
  exitCode: number;
}

/** Of `run` and `local`. */
export interface SessionOutput {
  version: typeof outputVersion;
  exitCode: number;
  sessionId: string;
  /** Of the command that was run. */
  commandExitCode: number;
  /** Of all suites together; null where the command failed although its images did not. */
  conclusion: Conclusion | null;
  /** Whether a code host shows the verdict. */
  hasCheck: boolean;
  suites: (ReportedSuite & { checkRunUrl: string | null })[];
  /** Why `svc` failed, besides the command. */
  error: ErrorDescription | null;
}

/** Of `approve`, `reject` and `revoke`. */
export interface DecisionOutput {
  version: typeof outputVersion;
  exitCode: number;
  diffId: string;
  reviewUrl: string | null;
  decision: 'approve' | 'reject' | 'revoke';
  /** Of a rejection, as it was given. */
  note: string | null;
  /** How many of the chosen snapshots stand as decided now, and how many were chosen. */
  decided: number;
  total: number;
  /** Of an approval: how many of them another person has to approve as well. */
  awaiting: number;
  snapshots: {
    name: string;
    viewport: Viewport | null;
    browser: string | null;
    status: ResultStatus;
    /** Before this decision, and who had decided. */
    approvalStatus: ApprovalStatus;
    decidedBy: string | null;
  }[];
}

/** Of `baselines list`. */
export interface BaselinesOutput {
  version: typeof outputVersion;
  exitCode: number;
  suite: string;
  /** Null for all branches. */
  branch: string | null;
  baselines: Baseline[];
}

/** Of `ignore add`, `ignore list` and `ignore remove`. */
export interface IgnoreAreasOutput {
  version: typeof outputVersion;
  exitCode: number;
  /** What was added, or all that there are. */
  areas: IgnoreArea[];
  /** The id of the area that `ignore remove` removed. */
  removed: string | null;
}

/** Of `flaky`. */
export interface FlakyOutput {
  version: typeof outputVersion;
  exitCode: number;
  /** The worst first. */
  snapshots: FlakySnapshot[];
}

/** The newest build of a branch in a suite. */
export interface ReportedBuild {
  suite: string;
  commit: string | null;
  captureId: string;
  createdAt: string;
  captureStatus: CaptureStatus;
  /** Null where nothing was compared; so are the fields that describe the diff. */
  diffId: string | null;
  diffStatus: DiffStatus | null;
  conclusion: Conclusion | null;
  counts: DiffCounts | null;
  accessibility: AccessibilityCounts | null;
  awaiting: number;
  ignoredCount: number;
  reviewUrl: string | null;
  /** The check of its commit and suite; null without a code host. */
  check: {
    status: 'in_progress' | 'completed';
    conclusion: Conclusion | null;
    title: string;
    url: string | null;
  } | null;
}

/** Of `status`. */
export interface StatusOutput {
  version: typeof outputVersion;
  exitCode: number;
  branch: string;
  /** The commit that is checked out; null where another branch was asked about, and where nothing is. */
  head: string | null;
  /** Of each suite the newest, the newest first. */
  builds: ReportedBuild[];
}

/** Of `doctor`. */
export interface DoctorOutput {
  version: typeof outputVersion;
  exitCode: number;
  findings: {
    name: string;
    status: 'ok' | 'warning' | 'failed';
    message: string;
    /** What to do; null where nothing is to be done. */
    advice: string | null;
  }[];
}

/** Of `explain`. */
export interface ExplanationOutput extends ResultExplanation {
  /** Empty from a service that does not say. */
  incomplete: ReportedResult['incomplete'];
  /** Of the result, as reports of comparisons have it. */
  change: Pick<ReportedResult, 'regions' | 'rowChanges' | 'columnChanges' | 'moves' | 'causes'>;
  version: typeof outputVersion;
  exitCode: number;
  diffId: string;
  reviewUrl: string | null;
}

/** Of every command that fails. */
export interface ErrorOutput {
  version: typeof outputVersion;
  exitCode: number;
  error: ErrorDescription;
}

export type Output =
  | ComparisonOutput
  | SessionOutput
  | DecisionOutput
  | BaselinesOutput
  | IgnoreAreasOutput
  | FlakyOutput
  | StatusOutput
  | DoctorOutput
  | ExplanationOutput
  | ErrorOutput;
