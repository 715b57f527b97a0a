-- Of the command that captured, where it reported one; a failed command promotes and removes nothing (R18, R24).
alter table captures add column exit_code int;

alter table snapshots
  add column auto_approve boolean not null default false,
  -- The capture that the picture was carried from (R23); null where it was captured.
  add column carried_from text,
  add column uploaded_at timestamptz not null default now();

alter table review_sessions
  -- Made for one upload that named no session.
  add column implicit boolean not null default false,
  add column expired_at timestamptz,
  -- What completion answered, for the same call again (R22).
  add column answer jsonb,
  add check (expired_at is null or completed_at is null),
  add check ((completed_at is null) = (exit_code is null));
create index review_sessions_open on review_sessions (created_at) where completed_at is null and expired_at is null;

-- The newest result of a slot on a branch that needed a review, until a newer capture shows that none is needed. Carrying
-- forward starts from it (R23).
create table open_reviews (
  project_id text not null,
  suite_id bigint not null,
  namespace text not null,
  branch text collate "C" not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  capture_id text not null,
  diff_id text not null references diffs on delete cascade,
  primary key (suite_id, namespace, branch, name, viewport),
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade
);
create index open_reviews_of_diff on open_reviews (diff_id);
create index open_reviews_of_capture on open_reviews (capture_id);

-- What a code host is to show of a diff, or of all diffs of a commit (R25, R26).
create table check_runs (
  -- Sent as the external id, by which a run is found again on the host.
  id text primary key,
  project_id text not null references projects,
  branch text not null,
  commit text not null,
  -- Null for the summary of the commit.
  diff_id text references diffs on delete cascade,
  desired jsonb not null default '{}',
  version int not null default 0,
  delivered_version int not null default 0,
  host_id text,
  url text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Who delivers it now. One who lost the lease may have written last, so its report asks for another delivery.
  lease uuid,
  last_error text,
  created_at timestamptz not null default now(),
  unique (diff_id, commit),
  check (delivered_version <= version)
);
create unique index check_runs_summary on check_runs (project_id, commit) where diff_id is null;
create index check_runs_of_commit on check_runs (project_id, commit);
create index check_runs_due on check_runs (next_attempt_at) where delivered_version < version;
