import type {
  ApprovalStatus,
  CaptureStatus,
  CaptureTarget,
  CodeHostKind,
  CompletedSession,
  DiffStatus,
  Region,
  ResultStatus,
  Role,
  RowChange,
  Scope,
  SiteStatus,
  StoryEntry,
  StoryTool,
} from '@svc/schema';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CheckRunState } from '../domain/checks/describeCheckRun.js';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type CreatedAt = ColumnType<Date, never, never>;
/** `jsonb` that may be null, written as JSON text. */
type Json<T> = JSONColumnType<NonNullable<T>, string, string> | null;

export interface Projects {
  id: string;
  org: string;
  name: string;
  defaultBranch: Generated<string>;
  approvalMemory: Generated<boolean>;
  threshold: Generated<number>;
  antiAliasing: Generated<boolean>;
  retentionDays: Generated<number | null>;
  createdAt: CreatedAt;
}

export interface ApiKeys {
  id: string;
  projectId: string;
  name: string;
  hash: Buffer;
  scopes: Generated<Scope[]>;
  prefix: string | null;
  ciRepository: string | null;
  ciRef: string | null;
  ciBranch: string | null;
  createdBy: string | null;
  lastUsedAt: Timestamp | null;
  expiresAt: Timestamp | null;
  createdAt: CreatedAt;
  revokedAt: Timestamp | null;
}

export interface Organisations {
  name: string;
  createdAt: CreatedAt;
}

export interface Members {
  org: string;
  userId: string;
  role: Role;
  createdAt: CreatedAt;
}

export interface Invitations {
  id: string;
  org: string;
  role: Role;
  hash: Buffer;
  createdBy: string;
  createdAt: CreatedAt;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

export interface UserIdentities {
  provider: string;
  subject: string;
  userId: string;
  name: string | null;
  createdAt: CreatedAt;
}

export interface LoginTokens {
  id: string;
  hash: Buffer;
  userId: string;
  name: string;
  createdAt: CreatedAt;
  lastUsedAt: Timestamp | null;
  expiresAt: Timestamp;
}

export interface CliLogins {
  hash: Buffer;
  userCode: string;
  name: string;
  challenge: string;
  redirectUrl: string | null;
  state: string | null;
  expiresAt: Timestamp;
  userId: string | null;
  codeHash: Buffer | null;
  deniedAt: Timestamp | null;
}

export interface AuditLog {
  id: Generated<number>;
  org: string;
  projectId: string | null;
  actor: string;
  actorId: string;
  action: string;
  target: string | null;
  details: Json<Record<string, unknown>>;
  createdAt: CreatedAt;
}

export interface Users {
  id: string;
  name: string;
  email: string | null;
  password: string | null;
  isOperator: Generated<boolean>;
  createdAt: CreatedAt;
}

export interface SignInTokens {
  hash: Buffer;
  userId: string;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
}

export interface WebSessions {
  id: Generated<string>;
  hash: Buffer;
  userId: string;
  createdAt: CreatedAt;
  lastUsedAt: Timestamp | null;
  expiresAt: Timestamp;
  userAgent: string | null;
}

export interface SigningKeys {
  id: string;
  secret: Buffer;
  createdAt: CreatedAt;
}

export interface Images {
  projectId: string;
  hash: string;
  pixelHash: string | null;
  width: number;
  height: number;
  bytes: number;
  createdAt: CreatedAt;
  removedAt: Generated<Date | null>;
}

export interface Suites {
  id: Generated<number>;
  projectId: string;
  name: string;
  createdAt: CreatedAt;
}

export interface Sites {
  id: string;
  projectId: string;
  status: Generated<SiteStatus>;
  archiveHash: string;
  fileCount: Generated<number>;
  totalBytes: Generated<number>;
  tool: StoryTool | null;
  error: string | null;
  storiesError: string | null;
  createdAt: CreatedAt;
  usedAt: Generated<Date>;
}

export interface SiteFiles {
  siteId: string;
  path: string;
  hash: string;
  bytes: number;
}

export interface Stories {
  siteId: string;
  position: number;
  entry: JSONColumnType<StoryEntry, string, string>;
}

export interface Captures {
  id: string;
  projectId: string;
  suiteId: number;
  mode: 'manual' | 'fleet';
  branch: string | null;
  commit: string | null;
  baselineRef: string | null;
  status: Generated<CaptureStatus>;
  totalSnapshots: Generated<number>;
  completedSnapshots: Generated<number>;
  failedSnapshots: Generated<number>;
  open: Generated<boolean>;
  partial: Generated<boolean>;
  complete: Generated<boolean>;
  ephemeral: Generated<boolean>;
  namespace: Generated<string>;
  autoApprove: Generated<boolean>;
  autoBaseline: Generated<boolean>;
  exitCode: Generated<number | null>;
  history: Generated<string[]>;
  actor: string;
  createdAt: CreatedAt;
  completedAt: Timestamp | null;
  expiresAt: Timestamp | null;
}

export interface Snapshots {
  projectId: string;
  captureId: string;
  name: string;
  viewport: string;
  position: number;
  status: Generated<'pending' | 'captured' | 'failed'>;
  hash: string | null;
  error: string | null;
  path: Json<string[]>;
  metadata: Json<Record<string, unknown>>;
  target: Json<CaptureTarget>;
  threshold: number | null;
  unstable: Generated<boolean>;
  timings: Json<Record<string, number>>;
  console: Json<string[]>;
  renderer: string | null;
  autoApprove: Generated<boolean>;
  carriedFrom: Generated<string | null>;
  uploadedAt: Generated<Date>;
}

export interface Flakes {
  captureId: string;
  suiteId: number;
  name: string;
  viewport: string;
}

export interface Diffs {
  id: string;
  projectId: string;
  suiteId: number;
  headCaptureId: string;
  baseCaptureId: string | null;
  baselineRef: string | null;
  status: Generated<DiffStatus>;
  threshold: number;
  antiAliasing: boolean;
  manifest: string[] | null;
  targetRefs: string[] | null;
  history: Generated<string[]>;
  baselineMark: number | null;
  error: string | null;
  createdAt: CreatedAt;
  completedAt: Timestamp | null;
}

export interface Results {
  projectId: string;
  diffId: string;
  name: string;
  viewport: string;
  position: number;
  status: ResultStatus;
  approvalStatus: ApprovalStatus;
  diffPercentage: number | null;
  headHash: string | null;
  baseHash: string | null;
  maskHash: string | null;
  baselineSource: string | null;
  baseOrigin: string | null;
  baseFrom: string | null;
  threshold: number;
  path: Json<string[]>;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
  comparisonId: number | null;
}

export interface Comparisons {
  id: Generated<number>;
  projectId: string;
  basePixels: string;
  headPixels: string;
  threshold: number;
  antiAliasing: boolean;
  diffPercentage: number;
  maskHash: string | null;
  thumbnailHash: string | null;
  fingerprint: string | null;
  regions: Json<Region[]>;
  rowChanges: Json<RowChange[]>;
  createdAt: CreatedAt;
}

export interface BaselineEntries {
  id: Generated<number>;
  projectId: string;
  suiteId: number;
  namespace: Generated<string>;
  branch: string;
  name: string;
  viewport: string;
  hash: string | null;
  captureId: string;
  commit: string | null;
  diffId: string | null;
  actor: string;
  createdAt: CreatedAt;
  revokedSeq: number | null;
}

export interface Decisions {
  id: Generated<number>;
  projectId: string;
  suiteId: number;
  diffId: string;
  name: string;
  viewport: string;
  basePixels: string | null;
  headPixels: string | null;
  threshold: number;
  antiAliasing: boolean;
  kind: 'approved' | 'rejected' | 'withdrawn';
  branch: string | null;
  persistent: boolean;
  actor: string;
  createdAt: CreatedAt;
  revokedAt: Timestamp | null;
}

export interface ReviewSessions {
  id: string;
  projectId: string;
  branch: string;
  commit: string;
  baselineRef: string | null;
  autoApprove: Generated<boolean>;
  namespace: Generated<string>;
  history: Generated<string[]>;
  actor: string;
  exitCode: number | null;
  createdAt: CreatedAt;
  completedAt: Timestamp | null;
  implicit: Generated<boolean>;
  ephemeral: Generated<boolean>;
  expiredAt: Generated<Date | null>;
  answer: ColumnType<CompletedSession['diffs'] | null, string | undefined, string>;
}

export interface ReviewSessionSuites {
  projectId: string;
  sessionId: string;
  suiteId: number;
  captureId: string;
  diffId: string;
}

export interface CodeHosts {
  projectId: string;
  kind: CodeHostKind;
  repository: string | null;
  url: string | null;
  secret: Buffer | null;
  checkName: string;
  comment: boolean;
  approvers: string[] | null;
  updatedAt: Generated<Date>;
  pausedUntil: Generated<Date | null>;
}

export interface BlobRemovals {
  hash: string;
  since: CreatedAt;
}

export interface ReceivedWebhooks {
  id: string;
  receivedAt: CreatedAt;
}

export interface OpenReviews {
  projectId: string;
  suiteId: number;
  namespace: string;
  branch: string;
  name: string;
  viewport: string;
  captureId: string;
  diffId: string;
}

export interface CheckRuns {
  id: string;
  projectId: string;
  branch: string;
  commit: string;
  diffId: string | null;
  desired: Generated<JSONColumnType<CheckRunState | Record<string, never>, string, string>>;
  version: Generated<number>;
  deliveredVersion: Generated<number>;
  hostId: Generated<string | null>;
  url: Generated<string | null>;
  attempts: Generated<number>;
  nextAttemptAt: Generated<Date>;
  lease: Generated<string | null>;
  lastError: Generated<string | null>;
  createdAt: CreatedAt;
}

export interface ClientPackages {
  name: string;
  version: string;
  hash: string;
  createdAt: CreatedAt;
}

/** Every table, as `migrations/` leaves it. */
export interface Tables {
  projects: Projects;
  apiKeys: ApiKeys;
  organisations: Organisations;
  members: Members;
  invitations: Invitations;
  users: Users;
  userIdentities: UserIdentities;
  loginTokens: LoginTokens;
  cliLogins: CliLogins;
  auditLog: AuditLog;
  signInTokens: SignInTokens;
  webSessions: WebSessions;
  signingKeys: SigningKeys;
  images: Images;
  blobRemovals: BlobRemovals;
  clientPackages: ClientPackages;
  suites: Suites;
  sites: Sites;
  siteFiles: SiteFiles;
  stories: Stories;
  captures: Captures;
  snapshots: Snapshots;
  flakes: Flakes;
  diffs: Diffs;
  results: Results;
  comparisons: Comparisons;
  baselineEntries: BaselineEntries;
  decisions: Decisions;
  reviewSessions: ReviewSessions;
  reviewSessionSuites: ReviewSessionSuites;
  codeHosts: CodeHosts;
  receivedWebhooks: ReceivedWebhooks;
  openReviews: OpenReviews;
  checkRuns: CheckRuns;
}
