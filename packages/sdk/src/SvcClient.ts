import type { Shape } from './answers/Shape.js';
import * as shapes from './answers/shapes.js';
import { argumentsOf } from './arguments/argumentsOf.js';
import { readPng } from './arguments/readPng.js';
import { throwingOnlySvcErrors, throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import { Comments } from './Comments.js';
import type { ClientEnvironment } from './environment/ClientEnvironment.js';
import { completeCaptureArguments, completeSessionArguments } from './environment/completeArguments.js';
import { openOptions } from './environment/openOptions.js';
import { FlakySnapshots } from './FlakySnapshots.js';
import { IgnoreAreas } from './IgnoreAreas.js';
import { IgnoredChanges } from './IgnoredChanges.js';
import { findByCommits, findNewest, type ListCaptures } from './lists/findCapture.js';
import { findKnown } from './lists/findKnown.js';
import { readBaselineRefs, readBaselines } from './lists/listBaselines.js';
import { listStories } from './lists/listStories.js';
import type {
  CompleteSessionOptions,
  CreateCaptureOptions,
  CreateDiffOptions,
  CreateSessionOptions,
  DecideAccessibilityOptions,
  DecisionOptions,
  FindCaptureOptions,
  FinishRunOptions,
  ListBaselinesOptions,
  RejectOptions,
  RevokeOptions,
  UploadKnownSnapshotsInput,
  UploadSnapshotOptions,
  UploadSnapshotWithDiffInput,
  WaitOptions,
} from './options.js';
import { type Poll, pollUntil } from './pollUntil.js';
import { ReviewRequests } from './ReviewRequests.js';
import { defaultApiUrl, type SvcClientOptions } from './SvcClientOptions.js';
import { SvcError } from './SvcError.js';
import { type SlotOfResult, slotQuery } from './slotQuery.js';
import { openTransport } from './transport/openTransport.js';
import type { RequestBody } from './transport/RequestBody.js';
import { type Sleep, sleep as sleepForReal } from './transport/sleep.js';
import type { QueryValue, Transport } from './transport/Transport.js';
import type {
  AnnouncedSite,
  ApproveResult,
  Baseline,
  Capture,
  CaptureState,
  CommitRecord,
  CompletedSession,
  CreatedSession,
  DecidedAccessibility,
  DetailedCauses,
  Diff,
  DiffAccessibility,
  DiffCauses,
  DiffState,
  FinishedRun,
  KnownCommits,
  RejectResult,
  ResultExplanation,
  RevokeResult,
  Session,
  Site,
  SiteFile,
  Snapshot,
  SnapshotBatchEntry,
  SnapshotDiffResult,
  StoryEntry,
  Trace,
} from './types.js';
import { type Read, untilWholeCapture, untilWholeDiff } from './untilWhole.js';
import { type ArchiveInput, encodeArchive } from './uploads/encodeArchive.js';
import { ImageSender } from './uploads/ImageSender.js';
import { sendKnown } from './uploads/sendKnown.js';
import { sendSnapshots } from './uploads/sendSnapshots.js';

const json = (value: unknown): RequestBody => ({ kind: 'json', value });
const encodeTarGz = (tarGz: ArchiveInput) =>
  encodeArchive(tarGz, { path: 'tarGz', type: 'application/gzip' });
const id = encodeURIComponent;

/** Client of the service. Every method throws {@link SvcError} on failure, after the retries. */
export class SvcClient {
  /** Comments on snapshots of diffs, and who is asked to review them. */
  readonly comments: Comments;
  readonly reviewRequests: ReviewRequests;
  /** Snapshots that look different for no reason. */
  readonly flakySnapshots: FlakySnapshots;
  /** Areas that comparisons ignore. */
  readonly ignoreAreas: IgnoreAreas;
  /** Changes that are ignored for some days. */
  readonly ignoredChanges: IgnoredChanges;
  readonly #transport: Transport;
  readonly #concurrency: number;
  readonly #images: ImageSender;
  readonly #sleep: Sleep;
  readonly #signal: AbortSignal | undefined;
  readonly #environment: ClientEnvironment;
  readonly #shareHistory: (commit: string | undefined) => Promise<void>;

  constructor(given: SvcClientOptions) {
    const { environment, options } = throwingOnlySvcErrors('SvcClient', () => openOptions(given));
    const { apiKey, apiUrl = defaultApiUrl, project, signal } = options;
    this.#environment = environment;
    const name = [apiUrl, apiKey, project].join(' ');
    this.#shareHistory = async (commit) => {
      if (commit) await environment.shareHistory(this, name, commit);
    };
    this.#sleep = options.sleep ?? sleepForReal;
    this.#concurrency = Math.max(1, options.concurrency ?? 8);
    this.#images = new ImageSender({
      concurrency: this.#concurrency,
      findKnown: (hashes) => this.findKnownImages(hashes),
      post: <T>(body: RequestBody, query?: Query) =>
        this.#post('/snapshots', body, shapes.uploaded as Shape<T>, query),
    });
    this.#signal = signal;
    this.#transport = openTransport(options, this.#sleep);
    this.comments = new Comments(this.#transport);
    this.reviewRequests = new ReviewRequests(this.#transport);
    this.flakySnapshots = new FlakySnapshots(this.#transport);
    this.ignoreAreas = new IgnoreAreas(this.#transport);
    this.ignoredChanges = new IgnoredChanges(this.#transport);
  }

  /**
   * Creates a capture. With `targets` the service captures them; with `snapshots` they are uploaded here, except
   * those whose PNG the project already has; with neither, snapshots follow by {@link uploadSnapshot} and
   * {@link completeCapture} ends them.
   */
  async createCapture(options: CreateCaptureOptions): Promise<Capture> {
    const { snapshots, onProgress, onRefused, ...given } = options;
    const fields = await completeCaptureArguments(given, this.#environment);
    await this.#shareHistory(fields.commit);
    if (!snapshots) return this.#post('/captures', json(fields), shapes.capture);

    const { captureId, refused } = await sendSnapshots(snapshots, {
      concurrency: this.#concurrency,
      onProgress,
      onRefused,
      findKnown: (hashes) => this.findKnownImages(hashes),
      announce: (announced) =>
        this.#post('/captures', json({ ...fields, snapshots: announced }), shapes.capture),
      send: (captureId, snapshot, hash) => {
        const { name, viewport, browser, ignore } = snapshot;
        return this.#images.send(() => readPng(snapshot), hash, {
          captureId,
          name,
          viewport,
          browser,
          ignore,
        });
      },
    });
    return refused > 0 ? this.completeCapture(captureId) : this.getCapture(captureId);
  }

  /** Which of these images (SHA-256 of the PNG file, lower-case hexadecimal) the project already has. */
  findKnownImages(hashes: string[]): Promise<string[]> {
    return findKnown(hashes, this.#concurrency, async (batch) => {
      const { known } = await this.#post('/images/known', json({ hashes: batch }), shapes.knownImages);
      return known;
    });
  }

  /** For {@link shareCommits}: which commits the project knows with their parents, and which below them it does not. */
  findKnownCommits(commits: readonly string[]): Promise<KnownCommits> {
    return this.#post('/commits/known', json({ commits }), shapes.knownCommits);
  }

  /** Reports commits and their parents; known ones stay as they are. */
  async addCommits(commits: readonly CommitRecord[]): Promise<void> {
    await this.#post('/commits', json({ commits }), shapes.done);
  }

  /** A capture with all its snapshots. */
  getCapture(captureId: string): Promise<Capture> {
    return this.#get(`/captures/${id(captureId)}`, shapes.capture);
  }

  /** Says that no more snapshots follow in an open manual capture. */
  completeCapture(captureId: string): Promise<Capture> {
    return this.#post(`/captures/${id(captureId)}/complete`, json({}), shapes.capture);
  }

  /** Ends a capture before it is complete: it fails, and so does its check until the same part runs again. */
  cancelCapture(captureId: string): Promise<Capture> {
    return this.#post(`/captures/${id(captureId)}/cancel`, json({}), shapes.capture);
  }

  /** The newest completed capture, neither ephemeral nor local, of the first commit that has one, or of the suite; or null. */
  async findCapture({ suite, commits, branch }: FindCaptureOptions): Promise<Capture | null> {
    const list: ListCaptures = (query) => this.#get('/captures', shapes.captures, query);
    const place = { suite, branch };
    const found = await (commits ? findByCommits(list, place, commits) : findNewest(list, place));
    return found ? this.getCapture(found.id) : null;
  }

  /** Adds a PNG to a manual capture. Its bytes are not sent if the project has them already. */
  uploadSnapshot(
    captureId: string,
    name: string,
    png: Uint8Array,
    { viewport, browser, ignore, layout }: UploadSnapshotOptions = {},
  ): Promise<Snapshot> {
    return this.#images.sendUnknown(png, { captureId, name, viewport, browser, ignore, layout });
  }

  /** Uploads a PNG, unless the project has it already, and compares it at once with the baseline of its suite. */
  async uploadSnapshotWithDiff({
    png,
    history,
    ...given
  }: UploadSnapshotWithDiffInput): Promise<SnapshotDiffResult> {
    const fields = await completeSessionArguments(given, this.#environment);
    await this.#shareHistory(fields.commit);
    return this.#images.sendUnknown(png, { ...fields, history: history?.join(',') });
  }

  /**
   * Records snapshots of a session by the hashes of their PNG files, hundreds in a request, and compares them at once; the
   * answers are in their order. What the project lacks is an error `IMAGE_NOT_FOUND`: {@link uploadSnapshotWithDiff} sends it.
   */
  async uploadKnownSnapshots(input: UploadKnownSnapshotsInput): Promise<SnapshotBatchEntry[]> {
    const { snapshots, ...run } = await completeSessionArguments(input, this.#environment);
    await this.#shareHistory(run.commit);
    return sendKnown(snapshots, (batch) =>
      this.#post('/snapshots/known', json({ ...run, snapshots: batch }), shapes.comparedSnapshots),
    );
  }

  /** Begins a comparison; {@link waitForDiff} gives its end. */
  createDiff(options: CreateDiffOptions): Promise<Diff> {
    return this.#post('/diffs', json(options), shapes.diff);
  }

  /** A diff with its results. */
  getDiff(diffId: string): Promise<Diff> {
    return this.#get(`/diffs/${id(diffId)}`, shapes.diff);
  }

  /**
   * Why a result of a diff is what it is: the baselines that it could have had, and what was decided before.
   * @param slot without a viewport or a browser the result that has none
   */
  explainResult(diffId: string, slot: SlotOfResult): Promise<ResultExplanation> {
    return this.#get(`/diffs/${id(diffId)}/explanation`, shapes.explanation, slotQuery(slot));
  }

  /** Why the results of a diff changed, by cause: each with the results that it explains. */
  getCauses(diffId: string): Promise<DiffCauses> {
    return this.#get(`/diffs/${id(diffId)}/causes`, shapes.causes);
  }

  /** Why one result changed, with the boxes of the elements; null where the page of one of its images was not recorded. */
  async getResultCauses(diffId: string, slot: SlotOfResult): Promise<DetailedCauses | null> {
    const path = `/diffs/${id(diffId)}/causes/result`;
    return (await this.#get(path, shapes.resultCauses, slotQuery(slot))).causes;
  }

  /** What changed for assistive technology in the slots of a diff, beside their images. */
  getAccessibility(diffId: string): Promise<DiffAccessibility> {
    return this.#get(`/diffs/${id(diffId)}/accessibility`, shapes.accessibility);
  }

  /** Approves or rejects accessibility changes, or takes that back: of the named snapshots or slots, or of all. */
  decideAccessibility(diffId: string, options: DecideAccessibilityOptions): Promise<DecidedAccessibility> {
    return this.#post(`/diffs/${id(diffId)}/accessibility`, json(options), shapes.done);
  }

  /** What test runners recorded of the tests behind the results of a diff, as far as it was uploaded. */
  async listTraces(diffId: string): Promise<Trace[]> {
    return (await this.#get(`/diffs/${id(diffId)}/traces`, shapes.traces)).traces;
  }

  /**
   * Keeps what a test runner recorded of the test that took a snapshot, instead of what it may have had.
   * @param slot without a viewport or a browser the snapshot that has none
   * @param zip an archive of at most 64 MiB
   */
  uploadTrace(captureId: string, slot: SlotOfResult, zip: ArchiveInput): Promise<Trace> {
    const archive = encodeArchive(zip, { path: 'zip', type: 'application/zip' });
    return this.#post(`/captures/${id(captureId)}/traces`, archive, shapes.trace, slotQuery(slot));
  }

  /** Evaluates a diff again, against the baselines of now. */
  reDiff(diffId: string): Promise<Diff> {
    return this.#post(`/diffs/${id(diffId)}/rediff`, json({}), shapes.diff);
  }

  /** Approves the named snapshots, or all except rejected ones: they become baselines. */
  approve(diffId: string, options: DecisionOptions = {}): Promise<ApproveResult> {
    return this.#post(`/diffs/${id(diffId)}/approve`, json(options), shapes.done);
  }

  /** Rejects the named snapshots, or all pending ones, with a note for all of them if one is given. */
  reject(diffId: string, options: RejectOptions = {}): Promise<RejectResult> {
    return this.#post(`/diffs/${id(diffId)}/reject`, json(options), shapes.done);
  }

  /** Takes back the approval of the named snapshots, or of all. */
  revoke(diffId: string, snapshots?: string[], options: RevokeOptions = {}): Promise<RevokeResult> {
    return this.#post(`/diffs/${id(diffId)}/revoke`, json({ ...options, snapshots }), shapes.done);
  }

  /** Branches that have approved baselines in this suite; none if the suite does not exist. */
  getBaselineRefs(suite: string): Promise<string[]> {
    return readBaselineRefs(suite, (query) => this.#get('/baselines', shapes.baselines, query));
  }

  /** Active baselines of a suite, of one branch or of all, by name. */
  listBaselines({ suite, branch }: ListBaselinesOptions): Promise<Baseline[]> {
    return readBaselines({ suite, branch }, (query) => this.#get('/baselines', shapes.baselines, query));
  }

  /** Uploads a tar.gz archive of a static build; {@link discoverStories} waits until it is unpacked. */
  uploadSite(tarGz: ArchiveInput): Promise<Site> {
    return this.#post('/sites', encodeTarGz(tarGz), shapes.site);
  }

  /**
   * Begins a static build by the list of its files, and says which of them the project lacks. Those follow by
   * {@link uploadSiteFiles}, unless there are none; {@link discoverStories} waits until the build is ready.
   */
  announceSite(files: readonly SiteFile[]): Promise<AnnouncedSite> {
    return this.#post('/sites/manifest', json({ files }), shapes.announcedSite);
  }

  /** Uploads the missing files of an announced build: a tar.gz archive in which each is named by its hash. */
  uploadSiteFiles(siteId: string, tarGz: ArchiveInput): Promise<Site> {
    return this.#post(`/sites/${id(siteId)}/files`, encodeTarGz(tarGz), shapes.site);
  }

  /** An uploaded static build. */
  getSite(siteId: string): Promise<Site> {
    return this.#get(`/sites/${id(siteId)}`, shapes.site);
  }

  /** The stories of an uploaded build, waiting until it is ready. A build that failed throws `SITE_FAILED`. */
  async discoverStories(siteId: string, options: WaitOptions<Site> = {}): Promise<StoryEntry[]> {
    const site = await this.#poll(`site ${siteId}`, options, {
      read: (signal) => this.#get(`/sites/${id(siteId)}`, shapes.site, {}, signal),
      isDone: (state): state is Site => state.status === 'ready' || state.status === 'failed',
    });
    return listStories(site, (query) =>
      this.#get(`/sites/${id(siteId)}/stories`, shapes.stories, query, options.signal),
    );
  }

  /** Opens a session with the capture and diff of its first suite. */
  async createSession(options: CreateSessionOptions): Promise<CreatedSession> {
    const fields = await completeSessionArguments(options, this.#environment);
    await this.#shareHistory(fields.commit);
    return this.#post('/sessions', json(fields), shapes.createdSession);
  }

  /** Completes a session and answers the conclusions of its diffs. */
  completeSession(sessionId: string, options: CompleteSessionOptions = {}): Promise<CompletedSession> {
    return this.#post(`/sessions/${id(sessionId)}/complete`, json(options), shapes.completedSession);
  }

  /** Says that no more parts of a run follow, where none of them knew how many there are. */
  finishRun(options: FinishRunOptions): Promise<FinishedRun> {
    return this.#post('/runs/finish', json(options), shapes.finishedRun);
  }

  /** A session with the diffs of its suites. */
  getSession(sessionId: string): Promise<Session> {
    return this.#get(`/sessions/${id(sessionId)}`, shapes.session);
  }

  /** Waits until a capture is `completed` or `failed`; the caller judges which. */
  waitForCapture(captureId: string, options: WaitOptions<CaptureState> = {}): Promise<Capture> {
    const read: Read<CaptureState> = (query, signal) =>
      this.#get(`/captures/${id(captureId)}`, shapes.captureState, query, signal);
    return this.#poll(`capture ${captureId}`, options, untilWholeCapture(read));
  }

  /** Waits until a diff is `completed` or `failed`; the caller judges which. */
  waitForDiff(diffId: string, options: WaitOptions<DiffState> = {}): Promise<Diff> {
    const read: Read<DiffState> = (query, signal) =>
      this.#get(`/diffs/${id(diffId)}`, shapes.diffState, query, signal);
    return this.#poll(`diff ${diffId}`, options, untilWholeDiff(read));
  }

  #poll<State, End extends State>(
    what: string,
    options: WaitOptions<State>,
    { read, isDone }: Pick<Poll<State, End>, 'read' | 'isDone'>,
  ): Promise<End> {
    const signal = options.signal ?? this.#signal;
    return pollUntil({ ...options, signal, read, isDone, what, sleep: this.#sleep });
  }

  #get<T>(path: string, answer: Shape<T>, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.#transport.send({ method: 'GET', path: `/api/v1${path}`, answer, query, signal });
  }

  #post<T>(path: string, body: RequestBody, answer: Shape<T>, query: Query = {}): Promise<T> {
    return this.#transport.send({ method: 'POST', path: `/api/v1${path}`, body, answer, query });
  }
}

type Subject = 'comments' | 'flakySnapshots' | 'ignoreAreas' | 'ignoredChanges' | 'reviewRequests';
throwOnlySvcErrors<Exclude<keyof SvcClient, Subject>>(SvcClient.prototype, argumentsOf);

type Query = Record<string, QueryValue>;
