-- Names compare byte-wise whatever the collation of the database.
create table projects (
  id text primary key,
  org text not null,
  name text not null,
  default_branch text not null default 'main',
  approval_memory boolean not null default true,
  created_at timestamptz not null default now(),
  unique (org, name)
);

create table api_keys (
  id text primary key,
  project_id text not null references projects,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table users (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table sign_in_tokens (
  hash bytea primary key,
  user_id text not null references users,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table web_sessions (
  hash bytea primary key,
  user_id text not null references users,
  expires_at timestamptz not null
);

create table signing_keys (
  id text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- Every picture of a project: snapshots have a pixel hash, masks have none.
create table images (
  project_id text not null references projects,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  pixel_hash text check (pixel_hash ~ '^[0-9a-f]{64}$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null,
  created_at timestamptz not null default now(),
  primary key (project_id, hash)
);

create table suites (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  name text collate "C" not null,
  created_at timestamptz not null default now(),
  unique (project_id, name),
  unique (project_id, id)
);

create table sites (
  id text primary key,
  project_id text not null references projects,
  status text not null default 'pending' check (status in ('pending', 'uploading', 'ready', 'failed')),
  archive_hash text not null,
  file_count int not null default 0,
  total_bytes bigint not null default 0,
  tool text check (tool in ('stories-a', 'stories-b')),
  error text,
  stories_error text,
  created_at timestamptz not null default now()
);

create table site_files (
  site_id text not null references sites on delete cascade,
  path text collate "C" not null,
  hash text not null,
  bytes bigint not null,
  primary key (site_id, path)
);

create table stories (
  site_id text not null references sites on delete cascade,
  position int not null,
  entry jsonb not null,
  primary key (site_id, position)
);

create table captures (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  mode text not null check (mode in ('manual', 'fleet')),
  branch text,
  commit text,
  baseline_ref text,
  status text not null default 'pending'
    check (status in ('pending', 'capturing', 'processing', 'completed', 'failed')),
  total_snapshots int not null default 0,
  completed_snapshots int not null default 0,
  failed_snapshots int not null default 0,
  -- An open manual capture grows with every upload until it is said to be complete.
  open boolean not null default false,
  partial boolean not null default false,
  complete boolean not null default false,
  ephemeral boolean not null default false,
  -- Empty, or the key or user whose private baselines a local capture uses (R19).
  namespace text not null default '',
  auto_approve boolean not null default false,
  auto_baseline boolean not null default false,
  history text[] not null default '{}',
  actor text not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  expires_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  unique (project_id, id),
  check (completed_snapshots + failed_snapshots <= total_snapshots)
);
create index captures_by_project on captures (project_id, id desc);
create index captures_by_commit on captures (project_id, suite_id, commit, id desc);
create index captures_expiring on captures (expires_at) where expires_at is not null;

create table snapshots (
  capture_id text not null references captures on delete cascade,
  name text collate "C" not null,
  -- '1280x720', or empty for none (R1).
  viewport text collate "C" not null,
  position int not null,
  status text not null default 'pending' check (status in ('pending', 'captured', 'failed')),
  hash text,
  error text,
  path jsonb,
  metadata jsonb,
  target jsonb,
  threshold double precision,
  unstable boolean not null default false,
  timings jsonb,
  primary key (capture_id, name, viewport),
  check ((status = 'captured') = (hash is not null)),
  check ((status = 'failed') = (error is not null))
);
create index snapshots_in_order on snapshots (capture_id, position);

create table diffs (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  head_capture_id text not null,
  base_capture_id text references captures,
  baseline_ref text,
  status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
  threshold double precision not null check (threshold between 0 and 1),
  anti_aliasing boolean not null,
  manifest text[],
  target_refs text[],
  history text[] not null default '{}',
  -- The newest number of baseline_sequence when the baselines were read; staleness is judged from it (R14).
  baseline_mark bigint,
  error text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, head_capture_id) references captures (project_id, id)
);
create index diffs_by_project on diffs (project_id, id desc);
create index diffs_by_suite on diffs (suite_id, id desc);
create index diffs_by_head on diffs (head_capture_id);

create table results (
  diff_id text not null references diffs on delete cascade,
  name text collate "C" not null,
  viewport text collate "C" not null,
  position int not null,
  status text not null check (status in ('unchanged', 'changed', 'new', 'removed', 'skipped')),
  approval_status text not null check (approval_status in ('pending', 'approved', 'rejected')),
  diff_percentage double precision,
  head_hash text,
  base_hash text,
  mask_hash text,
  baseline_source text,
  -- Where the base came from before an earlier approval was remembered; a revocation puts it back.
  base_origin text,
  threshold double precision not null,
  path jsonb,
  decided_by text,
  decided_at timestamptz,
  primary key (diff_id, name, viewport),
  -- R12: what needs no review is approved from the start.
  check (status in ('changed', 'new', 'removed') or approval_status = 'approved')
);

-- One sequence numbers promotions and revocations alike, so that a single mark tells what came after it.
create sequence baseline_sequence;

-- The append-only log of promotions and tombstones (R5): the newest entry of a slot that is not revoked is active.
create table baseline_entries (
  id bigint primary key default nextval('baseline_sequence'),
  project_id text not null references projects,
  suite_id bigint not null,
  namespace text not null default '',
  branch text collate "C" not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  -- Null for a tombstone: the removal was approved.
  hash text,
  capture_id text not null,
  commit text,
  diff_id text references diffs,
  actor text not null,
  created_at timestamptz not null default now(),
  revoked_seq bigint,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, hash) references images (project_id, hash),
  foreign key (project_id, capture_id) references captures (project_id, id),
  check (revoked_seq > id)
);
create index baseline_entries_active
  on baseline_entries (suite_id, namespace, branch, name, viewport, id desc) where revoked_seq is null;
create index baseline_entries_log on baseline_entries (suite_id, namespace, branch, name, viewport, id desc);
create index baseline_entries_of_diff on baseline_entries (diff_id);

-- What reviewers decided about a transition from one picture to another (R15, R16). Pictures are pixel hashes.
create table decisions (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  diff_id text not null references diffs,
  name text collate "C" not null,
  viewport text collate "C" not null,
  base_pixels text,
  head_pixels text,
  threshold double precision not null,
  anti_aliasing boolean not null,
  kind text not null check (kind in ('approved', 'rejected', 'withdrawn')),
  branch text,
  -- False for ephemeral and local captures, whose approvals are not remembered.
  persistent boolean not null,
  actor text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index decisions_of_transition
  on decisions (suite_id, name, viewport, id desc) where revoked_at is null;
create index decisions_of_diff on decisions (diff_id) where revoked_at is null;

-- Session ids may come from clients, so they are unique within their project only (R20).
create table review_sessions (
  project_id text not null references projects,
  id text not null,
  branch text not null,
  commit text not null,
  baseline_ref text,
  auto_approve boolean not null default false,
  namespace text not null default '',
  history text[] not null default '{}',
  actor text not null,
  exit_code int,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (project_id, id)
);

create table review_session_suites (
  project_id text not null,
  session_id text not null,
  suite_id bigint not null references suites,
  capture_id text not null references captures,
  diff_id text not null references diffs,
  primary key (project_id, session_id, suite_id),
  foreign key (project_id, session_id) references review_sessions on delete cascade
);
