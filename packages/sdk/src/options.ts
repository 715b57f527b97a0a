import type { SvcError } from './SvcError.js';
import type { CaptureTarget, SnapshotInput, Viewport } from './types.js';

/** How far the uploads of {@link CreateCaptureOptions.snapshots} are. */
export interface UploadProgress {
  captureId: string;
  /** Snapshots that the service has, those that it had already included. */
  completed: number;
  total: number;
}

export interface CreateCaptureOptions {
  suite: string;
  branch?: string | undefined;
  commit?: string | undefined;
  baselineRef?: string | undefined;
  /** Approve all changes and set baselines. */
  autoApprove?: boolean | undefined;
  /** Without branch and commit tracking. */
  ephemeral?: boolean | undefined;
  isLocal?: boolean | undefined;
  /** Manual mode: these PNGs are uploaded. */
  snapshots?: SnapshotInput[] | undefined;
  /** Fleet mode: the service captures these addresses. */
  targets?: CaptureTarget[] | undefined;
  /** Set what is captured as baselines of the branch. */
  autoBaseline?: boolean | undefined;
  /** The run holds every snapshot of the suite, so absence means removal. */
  complete?: boolean | undefined;
  /** The run was filtered or sharded. */
  partial?: boolean | undefined;
  /** Commits reachable from HEAD, newest first, at most 500; `collectHistory()` gives them. */
  history?: string[] | undefined;
  /** Told when the capture exists and after each upload. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Told of an image that the service refuses (`IMAGE_INVALID`, `IMAGE_TOO_LARGE`); the others are uploaded, and the
   * capture ends with that snapshot as failed. Without it, the first such image is thrown.
   */
  onRefused?: ((snapshot: SnapshotInput, error: SvcError) => void) | undefined;
}

export interface FindCaptureOptions {
  suite: string;
  /** The newest completed capture of the first of these commits that has one. */
  commits?: string[] | undefined;
  branch?: string | undefined;
}

export interface UploadSnapshotOptions {
  viewport?: Viewport | undefined;
}

export interface UploadSnapshotWithDiffInput {
  name: string;
  png: Uint8Array;
  suite: string;
  branch: string;
  commit: string;
  baselineRef: string;
  viewport?: Viewport | undefined;
  sessionId?: string | undefined;
  /** Display hierarchy. */
  path?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  isLocal?: boolean | undefined;
  autoApprove?: boolean | undefined;
  /** Commits reachable from HEAD, newest first, at most 500; counts in the upload that makes a session. */
  history?: string[] | undefined;
}

export interface CreateDiffOptions {
  suite: string;
  headCaptureId: string;
  baselineRef?: string | undefined;
  /** Compare with this capture instead of baselines. */
  baseCaptureId?: string | undefined;
  /** Pixel difference threshold, 0 to 1; that of the project's settings if absent, 0.063 unless they were changed. */
  threshold?: number | undefined;
  /** Ignore differences that are anti-aliasing. */
  antiAliasing?: boolean | undefined;
  /** Only these snapshot names. */
  manifest?: string[] | undefined;
  /** Branches that an approval promotes to, instead of the head branch. */
  targetRefs?: string[] | undefined;
  /** Commits reachable from HEAD, newest first, at most 500; those of the head capture if absent. */
  history?: string[] | undefined;
}

/** Names of snapshots, each meaning all its viewports; absent means all. */
export interface DecisionOptions {
  snapshots?: string[] | undefined;
}

export interface CreateSessionOptions {
  suite: string;
  branch: string;
  commit: string;
  baselineRef?: string | undefined;
  autoApprove?: boolean | undefined;
  isLocal?: boolean | undefined;
  history?: string[] | undefined;
  /** An id of your own; a session that is open under it is joined. */
  sessionId?: string | undefined;
}

export interface CompleteSessionOptions {
  /** Exit code of the command that the session wrapped, 0 to 255. */
  exitCode?: number | undefined;
  /** The run holds every snapshot of its suites, so absence means removal. */
  complete?: boolean | undefined;
}

export interface WaitOptions<T> {
  /** Told of every state that is seen, the final one included. */
  onProgress?: ((state: T) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; no limit if absent. Ends in an SvcError `TIMEOUT`. */
  timeoutMs?: number | undefined;
}
