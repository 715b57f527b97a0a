import type {
  A11yMode,
  AccessibilityFinding,
  BlockMove,
  Box,
  CaptureTarget,
  CiPages,
  ColumnChange,
  CompletedSession,
  DetailedCause,
  IgnoredBox,
  IgnoredRegion,
  MissingPart,
  Region,
  ResultCauses,
  RowChange,
  Scope,
  StoryEntry,
  Subthreshold,
} from '@svc/schema';
import type { JSONColumnType } from 'kysely';
import type { CheckRunState } from '../domain/checks/describeCheckRun.js';
import type { ToldNotice } from '../domain/mail/Notice.js';
import type { StoryLoads } from '../domain/proof/attributeLoads.js';

// What SQL types do not say of a column; `tables.db.test.ts` names the columns.

export type {
  A11yMode,
  ApprovalStatus,
  BaseReason,
  CancelSuperseded,
  CaptureStatus,
  CodeHostKind,
  DiffStatus,
  DoubtCause,
  FlakeKind,
  RepositoryProof,
  ResultStatus,
  Role,
  Sensitivity,
  SiteStatus,
  StoryTool,
} from '@svc/schema';
export type CaptureMode = 'manual' | 'fleet';
export type SnapshotStatus = 'pending' | 'captured' | 'failed';
export type DecisionKind = 'approved' | 'rejected' | 'withdrawn';
export type Scopes = Scope[];

/** Written as JSON text, since the driver takes an array for one of PostgreSQL. */
type Json<T extends object> = JSONColumnType<T, string, string>;
export type JsonStrings = Json<string[]>;
export type JsonNumbers = Json<Record<string, number>>;
export type JsonRecord = Json<Record<string, unknown>>;
export type JsonNotices = Json<ToldNotice[]>;
export type JsonStoryEntry = Json<StoryEntry>;
export type JsonStoryLoads = Json<StoryLoads>;
export type JsonCiPages = Json<CiPages>;
export type JsonCaptureTarget = Json<CaptureTarget>;
export type JsonIgnoredRegions = Json<IgnoredRegion[]>;
export type JsonIgnoredBoxes = Json<IgnoredBox[]>;
export type JsonMissingParts = Json<MissingPart[]>;
/** Older rows lack what became of a region and where it was. */
export type StoredRegion = Box & Pick<Region, 'diffPixels'> & Partial<Region>;
export type JsonRegions = Json<StoredRegion[]>;
export type JsonSubthreshold = Json<Subthreshold>;
export type JsonRowChanges = Json<RowChange[]>;
export type JsonColumnChanges = Json<ColumnChange[]>;
export type JsonFindings = Json<AccessibilityFinding[]>;
export type JsonA11yBySuite = Json<Record<string, A11yMode>>;
export type JsonBlockMoves = Json<BlockMove[]>;
export type JsonCauses = Json<ResultCauses>;
export type JsonCauseBoxes = Json<DetailedCause['boxes'][]>;
/** Empty until the first state is desired. */
export type JsonCheckRunState = Json<CheckRunState | Record<string, never>>;
/** A branch that was the default one, up to an entry of its log (R42). */
export interface FormerBranch {
  name: string;
  until: number;
  /** When it was renamed, in milliseconds since 1970: earlier builds are of the default branch. Older rows lack it. */
  at?: number;
}
export type JsonFormerBranches = Json<FormerBranch[]>;
/** A build that captured a slot after a review of it was opened (R23). */
export interface ReviewEnd {
  capture: string;
  commit: string;
}
export type JsonReviewEnds = Json<ReviewEnd[]>;
export type JsonAnswer = Json<CompletedSession['diffs']>;
