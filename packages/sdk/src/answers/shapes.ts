import type {
  AnnouncedSite,
  Baseline,
  Capture,
  CaptureState,
  CaptureSummary,
  CompletedSession,
  CreatedSession,
  DetailedCauses,
  Diff,
  DiffAccessibility,
  DiffCauses,
  DiffState,
  FinishedRun,
  FlakySnapshot,
  IgnoreArea,
  KnownCommits,
  PickedElements,
  ResultExplanation,
  ReviewRequest,
  Session,
  Site,
  Snapshot,
  SnapshotBatchEntry,
  SnapshotDiffResult,
  StoryEntry,
  Thread,
  Trace,
} from '../types.js';
import type { Shape } from './Shape.js';

interface Page {
  nextCursor: string | null;
}

/** Of an operation whose answer says no more than that it was done, and how often. */
export const done = {};

export const captureState: Shape<CaptureState> = { id: 'string', status: 'string' };
export const capture: Shape<Capture> = { id: 'string' };
export const captures: Shape<Page & { captures: CaptureSummary[] }> = { captures: 'array' };
export const uploaded: Shape<Snapshot | SnapshotDiffResult> = { name: 'string' };
export const comparedSnapshots: Shape<{ snapshots: SnapshotBatchEntry[] }> = { snapshots: 'array' };
export const knownImages: Shape<{ known: string[] }> = { known: 'array' };
export const knownCommits: Shape<KnownCommits> = { known: 'array', missing: 'array' };

export const diffState: Shape<DiffState> = { id: 'string', status: 'string' };
export const diff: Shape<Diff> = { id: 'string' };
export const explanation: Shape<ResultExplanation> = { name: 'string', candidates: 'array' };
export const causes: Shape<DiffCauses> = { slots: 'array', groups: 'array' };
export const resultCauses: Shape<{ causes: DetailedCauses | null }> = { causes: 'object' };
export const accessibility: Shape<DiffAccessibility> = { changes: 'array' };
export const trace: Shape<Trace> = { url: 'string' };
export const traces: Shape<{ traces: Trace[] }> = { traces: 'array' };

export const baselines: Shape<Page & { refs: string[]; baselines: Baseline[] }> = {
  refs: 'array',
  baselines: 'array',
};

export const site: Shape<Site> = { id: 'string', status: 'string' };
export const announcedSite: Shape<AnnouncedSite> = { site: 'object', missing: 'array' };
export const stories: Shape<Page & { stories: StoryEntry[] }> = { stories: 'array' };

export const createdSession: Shape<CreatedSession> = { sessionId: 'string' };
export const completedSession: Shape<CompletedSession> = { diffs: 'array' };
export const session: Shape<Session> = { id: 'string', diffs: 'array' };
export const finishedRun: Shape<FinishedRun> = { parts: 'array' };

export const thread: Shape<Thread> = { id: 'string' };
export const threads: Shape<Page & { threads: Thread[] }> = { threads: 'array' };
export const reviewRequests: Shape<{ requests: ReviewRequest[] }> = { requests: 'array' };
export const flakySnapshots: Shape<Page & { snapshots: FlakySnapshot[] }> = { snapshots: 'array' };
export const ignoreArea: Shape<IgnoreArea> = { id: 'string' };
export const ignoreAreas: Shape<Page & { areas: IgnoreArea[] }> = { areas: 'array' };
export const pickedElements: Shape<PickedElements> = { isRecorded: 'boolean' };
