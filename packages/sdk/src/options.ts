import type {
  accessibilityDecisionBody,
  addIgnoreAreaBody,
  changeIgnoreAreaBody,
  ciPages,
  completeSessionBody,
  createCaptureBody,
  createDiffBody,
  createSessionBody,
  decisionBody,
  finishRunBody,
  ignoreChangesBody,
  rejectBody,
  snapshotBatchBody,
  startThreadBody,
  stopIgnoringBody,
} from '@svc/schema';
import type { SvcError } from './SvcError.js';
import type { IgnoredRegion, Viewport } from './types.js';

/** What a schema takes in. */
type Input<Schema extends { _input: unknown }> = Schema['_input'];

/** An image that the client took itself. */
export interface SnapshotInput {
  name: string;
  /** Bytes of the PNG, JPEG or WebP file, or what reads them: asked for when needed, so that not all are in memory at once. */
  png: Uint8Array | (() => Uint8Array | Promise<Uint8Array>);
  viewport?: Viewport | undefined;
  /** The browser, or the project of a test runner: the same name in two browsers is two snapshots. */
  browser?: string | undefined;
  /** Boxes that comparisons ignore, in pixels of the image. */
  ignore?: readonly IgnoredRegion[] | undefined;
}

/** How far the uploads of {@link CreateCaptureOptions.snapshots} are. */
export interface UploadProgress {
  captureId: string;
  /** Snapshots that the service has, those that it had already included. */
  completed: number;
  total: number;
}

/** Either `snapshots` or `targets`; with neither, snapshots follow one by one. */
export type CreateCaptureOptions = Omit<Input<typeof createCaptureBody>, 'snapshots'> & {
  /** Manual mode: these images are uploaded. */
  snapshots?: SnapshotInput[] | undefined;
  /** Called when the capture exists and after each upload. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Called for an image that the service refuses (`IMAGE_INVALID`, `IMAGE_TOO_LARGE`), and for one whose `png` rejects with
   * an `SvcError` of the code `FILE_NOT_READ`; the others are uploaded, and the capture ends with that snapshot as failed.
   * Without it, the first such error is thrown.
   */
  onRefused?: ((snapshot: SnapshotInput, error: SvcError) => void) | undefined;
};

export interface FindCaptureOptions {
  suite: string;
  /** The newest completed capture of the first of these commits that has one. */
  commits?: string[] | undefined;
  branch?: string | undefined;
}

export interface ListBaselinesOptions {
  suite: string;
  /** Only those of this branch. */
  branch?: string | undefined;
}

/** What `flakySnapshots.list` takes. */
export interface ListFlakyOptions {
  /** Only those of this suite. */
  suite?: string | undefined;
  /** Only those of this name in the suite, with all viewports and browsers. */
  name?: string | undefined;
}

export interface ListIgnoreAreasOptions {
  /** Only those of this suite. */
  suite?: string | undefined;
}

/**
 * Either `box`, in pixels of the image from its top left corner, or `element`, a selector of tags, `#id`, `.class` and
 * `[data-testid="…"]` that is looked up in layout records.
 */
export type AddIgnoreAreaOptions = Input<typeof addIgnoreAreaBody>;

/** Either `snapshots` or `slots`, or both. */
export type IgnoreChangesOptions = Input<typeof ignoreChangesBody>;

export type StopIgnoringOptions = Input<typeof stopIgnoringBody>;

export type ChangeIgnoreAreaOptions = Input<typeof changeIgnoreAreaBody>;

export interface UploadSnapshotOptions {
  viewport?: Viewport | undefined;
  /** The browser, or the project of a test runner: the same name in two browsers is two snapshots. */
  browser?: string | undefined;
  /** Boxes that comparisons ignore, in pixels of the image. */
  ignore?: readonly IgnoredRegion[] | undefined;
  /** How the page was laid out when the image was taken: a layout record as JSON. Sent along with an image that the service lacks. */
  layout?: string | undefined;
}

export interface UploadSnapshotWithDiffInput {
  name: string;
  png: Uint8Array;
  suite: string;
  branch: string;
  commit: string;
  /** The branch that this one is to be merged into. The service asks for it except on the default branch and in a session. */
  baselineRef: string;
  viewport?: Viewport | undefined;
  /** The browser, or the project of a test runner: the same name in two browsers is two snapshots. */
  browser?: string | undefined;
  sessionId?: string | undefined;
  /** Display hierarchy. */
  path?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Boxes that comparisons ignore, in pixels of the image. */
  ignore?: readonly IgnoredRegion[] | undefined;
  /** How the page was laid out when the image was taken: a layout record as JSON. Sent along with an image that the service lacks. */
  layout?: string | undefined;
  isLocal?: boolean | undefined;
  autoApprove?: boolean | undefined;
  /**
   * The test that takes it, such as its file and title. Another test with the same snapshot name in a session is refused
   * (`SNAPSHOT_DUPLICATE`); the same test again is a retry.
   */
  testId?: string | undefined;
  /** How far a color may move, 0 to 1, where that is not as the project says. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different, where that is not as the project says. */
  antiAliasing?: boolean | undefined;
  /** Commits reachable from HEAD, newest first, at most 500; counts in the upload that makes a session. */
  history?: string[] | undefined;
  /** The commit that was checked out, where CI tests a merge of the pull request. */
  checkout?: string | undefined;
  /** Which part of the commit's run this is: `2/4`, or `2/?` where nobody knows how many there will be. */
  shard?: string | undefined;
  /** Name of the job in CI. Without a shard it is the part of the run that this is. */
  job?: string | undefined;
  /** Id of the run in CI, equal for all its jobs, shards and attempts. */
  runKey?: string | undefined;
  /** Where people find the run, its commit and its pull request. */
  ci?: CiPagesInput | undefined;
}

/** Pages of a run in CI; what is absent is not known. */
export type CiPagesInput = Input<typeof ciPages>;

/** Snapshots of a session whose images the project may have already. */
export type UploadKnownSnapshotsInput = Input<typeof snapshotBatchBody>;

export type CreateDiffOptions = Input<typeof createDiffBody>;

/**
 * What is decided about: names with all their viewports and browsers, or single `slots`; without either, all. `ifStatus` is
 * how the results stood when you decided: where somebody decided otherwise meanwhile, the call throws `DECISION_CONFLICT`.
 */
export type DecisionOptions = Input<typeof decisionBody>;

/** As {@link DecisionOptions}, and in `note` why; results that are rejected already and are named get it as well. */
export type RejectOptions = Input<typeof rejectBody>;

/** A snapshot, and a place in its image where the thread is not about the whole of it; `@` before a name mentions a member. */
export type StartThreadOptions = Input<typeof startThreadBody>;

export type RevokeOptions = Omit<DecisionOptions, 'snapshots'>;

export type DecideAccessibilityOptions = Input<typeof accessibilityDecisionBody>;

export type CreateSessionOptions = Input<typeof createSessionBody>;

export type CompleteSessionOptions = Input<typeof completeSessionBody>;

export type FinishRunOptions = Input<typeof finishRunBody>;

export interface WaitOptions<T> {
  /** Receives every state that is seen, the final one included. */
  onProgress?: ((state: T) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; no limit if absent. Ends in an SvcError `TIMEOUT`. */
  timeoutMs?: number | undefined;
}
