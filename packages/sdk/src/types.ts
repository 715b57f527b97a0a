/** Size of the browser's viewport in CSS pixels. */
export interface Viewport {
  width: number;
  height: number;
}

export type CaptureStatus = 'pending' | 'capturing' | 'processing' | 'completed' | 'failed';
export type DiffStatus = 'processing' | 'completed' | 'failed';
export type SiteStatus = 'pending' | 'uploading' | 'ready' | 'failed';
export type ResultStatus = 'unchanged' | 'changed' | 'new' | 'removed' | 'skipped';
export type ApprovalStatus = 'pending' | 'approved' | 'rejected';
export type Conclusion = 'success' | 'failure';
/** `expired`: it was never completed. */
export type SessionStatus = 'open' | 'completed' | 'expired';

/** The two component-story tools: `stories-a` is Storybook, `stories-b` is Ladle. */
export type StoryTool = 'stories-a' | 'stories-b';

/** One screenshot of a capture. */
export interface Snapshot {
  name: string;
  viewport: Viewport | null;
  imageUrl: string;
  /** SHA-256 of the PNG file, lower-case hexadecimal. */
  hash: string;
  /** Pixels of the image. */
  width: number;
  height: number;
  /** Display hierarchy. */
  path: string[] | null;
  /** What the target or the upload said of itself. */
  metadata: Record<string, unknown> | null;
  /** True when the page never held still: two shots in a row differed to the end. */
  unstable: boolean;
  /** What the fleet rendered it with: browser, system, fonts, flags. Null for an uploaded image. */
  renderer: string | null;
}

/** A snapshot that could not be captured, and why. */
export interface SnapshotFailure {
  name: string;
  viewport: Viewport | null;
  message: string;
}

/** A capture without its snapshots, as lists show it. */
export interface CaptureSummary {
  id: string;
  suite: string;
  branch: string | null;
  commit: string | null;
  /** `completed` and `failed` are final; `failed` means that nothing was captured. */
  status: CaptureStatus;
  totalSnapshots: number;
  completedSnapshots: number;
  failedSnapshots: number;
  /** The run was filtered or sharded, or had carried snapshots. */
  partial: boolean;
  /** Without branch and commit tracking; never a source of baselines. */
  ephemeral: boolean;
  isLocal: boolean;
  autoApprove: boolean;
  autoBaseline: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  completedAt: string | null;
}

/** A group of screenshots of one suite, of one branch and commit. */
export interface Capture extends CaptureSummary {
  snapshots: Snapshot[];
  /** One entry for each failed snapshot. */
  failures: SnapshotFailure[];
}

/** What the fleet captures. Fields below `metadata` go beyond the specification; stories set them. */
export interface CaptureTarget {
  /** 1 to 512 characters, without control characters. */
  name: string;
  /** http or https. */
  url: string;
  /** Capture only this element. */
  selector?: string | undefined;
  viewport?: Viewport | undefined;
  framework?: 'stories-a' | undefined;
  /** Milliseconds to wait before the capture, at most 60,000. */
  delay?: number | undefined;
  /** Capture the viewport instead of the whole page. */
  cropToViewport?: boolean | undefined;
  /** Elements hidden before the capture. */
  ignoreSelectors?: string[] | undefined;
  /** Display hierarchy. */
  path?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** 0 to 1. */
  diffThreshold?: number | undefined;
  pauseAnimationAtEnd?: boolean | undefined;
  forcedColors?: string | undefined;
  prefersReducedMotion?: string | undefined;
  media?: string | undefined;
}

/** A PNG that the client took itself. */
export interface SnapshotInput {
  name: string;
  /** Bytes of the PNG file, or what reads them: asked for when needed, so that not all are in memory at once. */
  png: Uint8Array | (() => Uint8Array | Promise<Uint8Array>);
  viewport?: Viewport | undefined;
}

/** A box of changed pixels, in pixels from the top left corner of the canvas that holds both images. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Counted pixels in it. */
  diffPixels: number;
}

/** A band of rows, as wide as the page, that came, went or moved. */
export interface RowChange {
  kind: 'inserted' | 'removed' | 'moved';
  /** Its first row in the current image; of a removed band, where it would be. */
  y: number;
  /** Its first row in the baseline; of an inserted band, where it would be. */
  baseY: number;
  /** Rows. */
  height: number;
}

/** One slot of a comparison. */
export interface DiffResult {
  name: string;
  viewport: Viewport | null;
  status: ResultStatus;
  /** Counted pixels per hundred pixels of the larger image. */
  diffPercentage: number | null;
  diffImageUrl: string | null;
  /** Empty for `removed`, which has no current image. */
  currentImageUrl: string;
  baselineImageUrl: string | null;
  headHash: string | null;
  approvalStatus: ApprovalStatus;
  /** Where the base came from: `branch:main`, `capture:cap_…`, `approval:dif_…`, or null when there is none. */
  baselineSource: string | null;
  baselineHash: string | null;
  /** What the fleet rendered the current image with, and the baseline; where they differ, so may the images. */
  renderer: string | null;
  baselineRenderer: string | null;
  path: string[] | null;
  /** Pixels of the current image, or of the baseline where there is no current one. */
  width: number | null;
  height: number | null;
  /** The page never held still, or a second image of it did not confirm the first one. */
  unstable: boolean;
  /** How often this slot looked different for no reason so far, in all captures of the suite. */
  flakeCount: number;
  /** Who decided; null while nobody has. */
  decidedBy: string | null;
  decidedAt: string | null;
  /** Where a changed result changed, from top to bottom; null for every other. */
  regions: Region[] | null;
  /** Rows that were inserted, removed or moved; empty when nothing shifted, null unless changed. */
  rowChanges: RowChange[] | null;
  /** Equal for results that changed in the same way; null unless changed. */
  fingerprint: string | null;
  /** A small image of the first changed region; null unless changed. */
  thumbnailUrl: string | null;
}

/** How many results of a diff are what. */
export interface DiffCounts {
  changed: number;
  new: number;
  removed: number;
  unchanged: number;
  skipped: number;
  /** Snapshots of the head capture that could not be captured. */
  failed: number;
  /** Reviewable results (changed, new, removed) by decision. */
  pending: number;
  approved: number;
  rejected: number;
}

/** A diff without its results, as lists show it. */
export interface DiffSummary {
  id: string;
  suite: string;
  status: DiffStatus;
  headCaptureId: string;
  baseCaptureId: string | null;
  baselineRef: string | null;
  /** Branches that an approval promotes to, instead of the head branch. */
  targetRefs: string[] | null;
  isLocal: boolean;
  /** Page where a person reviews it. */
  reviewUrl: string | null;
  createdAt: string;
  /** `org/project`. */
  project: string;
  branch: string | null;
  commit: string | null;
  /** Pixel difference threshold, 0 to 1. */
  threshold: number;
  antiAliasing: boolean;
  counts: DiffCounts;
  /** `failure` when a reviewable result is pending or rejected or a snapshot failed; null while processing. */
  conclusion: Conclusion | null;
  /** Why a failed diff failed. */
  error: string | null;
}

/** A comparison of a head capture with baselines or with a base capture. */
export interface Diff extends DiffSummary {
  /** A baseline that the diff compared against has moved since; `reDiff` answers it. */
  isStale: boolean;
  results: DiffResult[];
  /** Snapshots of the head capture that could not be captured, with the reason. */
  failures: SnapshotFailure[];
}

/** Answer of an upload that is compared at once. */
export interface SnapshotDiffResult {
  name: string;
  suite: string;
  status: 'new' | 'changed' | 'unchanged';
  diffPercentage: number | null;
  diffId: string;
  captureId: string;
  currentStorageKey: string | null;
  baselineStorageKey: string | null;
  diffStorageKey: string | null;
  path: string[] | null;
  approvalStatus: ApprovalStatus;
  baselineSource: string | null;
}

/** An uploaded static build of a story tool. */
export interface Site {
  id: string;
  project: string;
  status: SiteStatus;
  fileCount: number;
  totalBytes: number;
  /** Where the build is served. */
  cdnUrl: string;
  createdAt: string;
  /** Why a failed site failed. */
  error: string | null;
  /** The story tool that made the build; null when it is none or not known yet. */
  tool: StoryTool | null;
}

/** Parameters that a story sets for its capture. */
export interface StoryParameters {
  delay?: number | undefined;
  modes?: Record<string, Record<string, unknown>> | undefined;
  /** Widths in CSS pixels. */
  viewports?: number[] | undefined;
  disable?: boolean | undefined;
  selector?: string | undefined;
  cropToViewport?: boolean | undefined;
  ignoreSelectors?: string[] | undefined;
  diffThreshold?: number | undefined;
  pauseAnimationAtEnd?: boolean | undefined;
  forcedColors?: string | undefined;
  prefersReducedMotion?: string | undefined;
  media?: string | undefined;
}

/** A story found in an uploaded build. */
export interface StoryEntry {
  url: string;
  name: string;
  id?: string | undefined;
  title?: string | undefined;
  tags?: string[] | undefined;
  parameters?: StoryParameters | undefined;
}

export interface CreatedSession {
  sessionId: string;
  captureId: string;
  diffId: string;
}

/** The conclusion of one diff of a completed session. */
export interface SessionDiff {
  diffId: string;
  suite: string;
  conclusion: Conclusion | null;
  checkRunUrl: string | null;
  reviewUrl: string | null;
  summary: { changed: number; new: number; unchanged: number; removed: number; failed: number };
  changedSnapshots: string[];
}

export interface CompletedSession {
  /** Signed token for image access. */
  imageToken: string;
  diffs: SessionDiff[];
}

/** A session as it is now, with the diffs of its suites by name. */
export interface Session {
  id: string;
  status: SessionStatus;
  branch: string;
  commit: string;
  baselineRef: string | null;
  isLocal: boolean;
  autoApprove: boolean;
  /** Of the command that it wrapped; null while the session is open. */
  exitCode: number | null;
  /** Of all its diffs together. */
  conclusion: Conclusion | null;
  createdAt: string;
  completedAt: string | null;
  diffs: (DiffSummary & {
    checkRunUrl: string | null;
    /** The head capture. */
    capture: CaptureSummary;
    /** A baseline that the diff compared against has moved since; re-diff answers it. */
    isStale: boolean;
  })[];
}

/** State after the call: approved reviewable results among the named, reviewable results named. */
export interface ApproveResult {
  approved: number;
  total: number;
}
export interface RejectResult {
  rejected: number;
  total: number;
}
export interface RevokeResult {
  revoked: number;
}

/** One field of a refused request and why. */
export interface ErrorDetail {
  path: string;
  message: string;
}
