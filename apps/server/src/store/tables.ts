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
import type { CheckRunState } from '../domain/describeCheckRun.js';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type CreatedAt = ColumnType<Date, never, never>;
/** `jsonb` that may be null, written as JSON text. */
type Json<T> = JSONColumnType<NonNullable<T>, string, string> | null;

export interface Projects {
  id: string;
  org: string;
  name: string;
  default_branch: Generated<string>;
  approval_memory: Generated<boolean>;
  threshold: Generated<number>;
  anti_aliasing: Generated<boolean>;
  retention_days: Generated<number | null>;
  created_at: CreatedAt;
}

export interface ApiKeys {
  id: string;
  project_id: string;
  name: string;
  hash: Buffer;
  scopes: Generated<Scope[]>;
  prefix: string | null;
  ci_repository: string | null;
  ci_ref: string | null;
  ci_branch: string | null;
  created_by: string | null;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  created_at: CreatedAt;
  revoked_at: Timestamp | null;
}

export interface Organisations {
  name: string;
  created_at: CreatedAt;
}

export interface Members {
  org: string;
  user_id: string;
  role: Role;
  created_at: CreatedAt;
}

export interface Invitations {
  id: string;
  org: string;
  role: Role;
  hash: Buffer;
  created_by: string;
  created_at: CreatedAt;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface UserIdentities {
  provider: string;
  subject: string;
  user_id: string;
  name: string | null;
  created_at: CreatedAt;
}

export interface LoginTokens {
  id: string;
  hash: Buffer;
  user_id: string;
  name: string;
  created_at: CreatedAt;
  last_used_at: Timestamp | null;
  expires_at: Timestamp;
}

export interface CliLogins {
  hash: Buffer;
  user_code: string;
  name: string;
  challenge: string;
  redirect_url: string | null;
  state: string | null;
  expires_at: Timestamp;
  user_id: string | null;
  code_hash: Buffer | null;
  denied_at: Timestamp | null;
}

export interface AuditLog {
  id: Generated<number>;
  org: string;
  project_id: string | null;
  actor: string;
  actor_id: string;
  action: string;
  target: string | null;
  details: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}

export interface Users {
  id: string;
  name: string;
  email: string | null;
  password: string | null;
  is_operator: Generated<boolean>;
  created_at: CreatedAt;
}

export interface SignInTokens {
  hash: Buffer;
  user_id: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface WebSessions {
  id: Generated<string>;
  hash: Buffer;
  user_id: string;
  created_at: CreatedAt;
  last_used_at: Timestamp | null;
  expires_at: Timestamp;
  user_agent: string | null;
}

export interface SigningKeys {
  id: string;
  secret: Buffer;
  created_at: CreatedAt;
}

export interface Images {
  project_id: string;
  hash: string;
  pixel_hash: string | null;
  width: number;
  height: number;
  bytes: number;
  created_at: CreatedAt;
  removed_at: Generated<Date | null>;
}

export interface Suites {
  id: Generated<number>;
  project_id: string;
  name: string;
  created_at: CreatedAt;
}

export interface Sites {
  id: string;
  project_id: string;
  status: Generated<SiteStatus>;
  archive_hash: string;
  file_count: Generated<number>;
  total_bytes: Generated<number>;
  tool: StoryTool | null;
  error: string | null;
  stories_error: string | null;
  created_at: CreatedAt;
  used_at: Generated<Date>;
}

export interface SiteFiles {
  site_id: string;
  path: string;
  hash: string;
  bytes: number;
}

export interface Stories {
  site_id: string;
  position: number;
  entry: JSONColumnType<StoryEntry, string, string>;
}

export interface Captures {
  id: string;
  project_id: string;
  suite_id: number;
  mode: 'manual' | 'fleet';
  branch: string | null;
  commit: string | null;
  baseline_ref: string | null;
  status: Generated<CaptureStatus>;
  total_snapshots: Generated<number>;
  completed_snapshots: Generated<number>;
  failed_snapshots: Generated<number>;
  open: Generated<boolean>;
  partial: Generated<boolean>;
  complete: Generated<boolean>;
  ephemeral: Generated<boolean>;
  namespace: Generated<string>;
  auto_approve: Generated<boolean>;
  auto_baseline: Generated<boolean>;
  exit_code: Generated<number | null>;
  history: Generated<string[]>;
  actor: string;
  created_at: CreatedAt;
  completed_at: Timestamp | null;
  expires_at: Timestamp | null;
}

export interface Snapshots {
  project_id: string;
  capture_id: string;
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
  auto_approve: Generated<boolean>;
  carried_from: Generated<string | null>;
  uploaded_at: Generated<Date>;
}

export interface Flakes {
  capture_id: string;
  suite_id: number;
  name: string;
  viewport: string;
}

export interface Diffs {
  id: string;
  project_id: string;
  suite_id: number;
  head_capture_id: string;
  base_capture_id: string | null;
  baseline_ref: string | null;
  status: Generated<DiffStatus>;
  threshold: number;
  anti_aliasing: boolean;
  manifest: string[] | null;
  target_refs: string[] | null;
  history: Generated<string[]>;
  baseline_mark: number | null;
  error: string | null;
  created_at: CreatedAt;
  completed_at: Timestamp | null;
}

export interface Results {
  project_id: string;
  diff_id: string;
  name: string;
  viewport: string;
  position: number;
  status: ResultStatus;
  approval_status: ApprovalStatus;
  diff_percentage: number | null;
  head_hash: string | null;
  base_hash: string | null;
  mask_hash: string | null;
  baseline_source: string | null;
  base_origin: string | null;
  base_from: string | null;
  threshold: number;
  path: Json<string[]>;
  decided_by: string | null;
  decided_at: Timestamp | null;
  comparison_id: number | null;
}

export interface Comparisons {
  id: Generated<number>;
  project_id: string;
  base_pixels: string;
  head_pixels: string;
  threshold: number;
  anti_aliasing: boolean;
  diff_percentage: number;
  mask_hash: string | null;
  thumbnail_hash: string | null;
  fingerprint: string | null;
  regions: Json<Region[]>;
  row_changes: Json<RowChange[]>;
  created_at: CreatedAt;
}

export interface BaselineEntries {
  id: Generated<number>;
  project_id: string;
  suite_id: number;
  namespace: Generated<string>;
  branch: string;
  name: string;
  viewport: string;
  hash: string | null;
  capture_id: string;
  commit: string | null;
  diff_id: string | null;
  actor: string;
  created_at: CreatedAt;
  revoked_seq: number | null;
}

export interface Decisions {
  id: Generated<number>;
  project_id: string;
  suite_id: number;
  diff_id: string;
  name: string;
  viewport: string;
  base_pixels: string | null;
  head_pixels: string | null;
  threshold: number;
  anti_aliasing: boolean;
  kind: 'approved' | 'rejected' | 'withdrawn';
  branch: string | null;
  persistent: boolean;
  actor: string;
  created_at: CreatedAt;
  revoked_at: Timestamp | null;
}

export interface ReviewSessions {
  id: string;
  project_id: string;
  branch: string;
  commit: string;
  baseline_ref: string | null;
  auto_approve: Generated<boolean>;
  namespace: Generated<string>;
  history: Generated<string[]>;
  actor: string;
  exit_code: number | null;
  created_at: CreatedAt;
  completed_at: Timestamp | null;
  implicit: Generated<boolean>;
  ephemeral: Generated<boolean>;
  expired_at: Generated<Date | null>;
  answer: ColumnType<CompletedSession['diffs'] | null, string | undefined, string>;
}

export interface ReviewSessionSuites {
  project_id: string;
  session_id: string;
  suite_id: number;
  capture_id: string;
  diff_id: string;
}

export interface CodeHosts {
  project_id: string;
  kind: CodeHostKind;
  repository: string | null;
  url: string | null;
  secret: Buffer | null;
  check_name: string;
  comment: boolean;
  approvers: string[] | null;
  updated_at: Generated<Date>;
  paused_until: Generated<Date | null>;
}

export interface BlobRemovals {
  hash: string;
  since: CreatedAt;
}

export interface ReceivedWebhooks {
  id: string;
  received_at: CreatedAt;
}

export interface OpenReviews {
  project_id: string;
  suite_id: number;
  namespace: string;
  branch: string;
  name: string;
  viewport: string;
  capture_id: string;
  diff_id: string;
}

export interface CheckRuns {
  id: string;
  project_id: string;
  branch: string;
  commit: string;
  diff_id: string | null;
  desired: Generated<JSONColumnType<CheckRunState | Record<string, never>, string, string>>;
  version: Generated<number>;
  delivered_version: Generated<number>;
  host_id: Generated<string | null>;
  url: Generated<string | null>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  lease: Generated<string | null>;
  last_error: Generated<string | null>;
  created_at: CreatedAt;
}

/** Every table, as `migrations/` leaves it. */
export interface Tables {
  projects: Projects;
  api_keys: ApiKeys;
  organisations: Organisations;
  members: Members;
  invitations: Invitations;
  users: Users;
  user_identities: UserIdentities;
  login_tokens: LoginTokens;
  cli_logins: CliLogins;
  audit_log: AuditLog;
  sign_in_tokens: SignInTokens;
  web_sessions: WebSessions;
  signing_keys: SigningKeys;
  images: Images;
  blob_removals: BlobRemovals;
  suites: Suites;
  sites: Sites;
  site_files: SiteFiles;
  stories: Stories;
  captures: Captures;
  snapshots: Snapshots;
  flakes: Flakes;
  diffs: Diffs;
  results: Results;
  comparisons: Comparisons;
  baseline_entries: BaselineEntries;
  decisions: Decisions;
  review_sessions: ReviewSessions;
  review_session_suites: ReviewSessionSuites;
  code_hosts: CodeHosts;
  received_webhooks: ReceivedWebhooks;
  open_reviews: OpenReviews;
  check_runs: CheckRuns;
}
