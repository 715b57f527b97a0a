-- Parts of a run (R46) ----------------------------------------------------------------------------------------------

-- What a run says of itself (R7, R46): the commit that was checked out, where CI tests a merge, and which part of the
-- commit's run a capture or session is.
alter table captures
  add column checkout text,
  add column shard_index int,
  -- Null where nobody knows how many there are.
  add column shard_total int,
  add column job text,
  add column run_key text,
  -- Its session ended without any snapshot, and nobody said that this is fine (R25).
  add column is_empty boolean not null default false,
  -- Windows has codes of 32 bits without a sign.
  alter column exit_code type bigint,
  add check (shard_index >= 1 and (shard_total is null or shard_index <= shard_total)),
  add check (shard_total is null or shard_index is not null);
update captures set checkout = commit;
create index captures_of_commit on captures (project_id, commit) where commit is not null;

alter table review_sessions
  add column checkout text,
  add column shard_index int,
  add column shard_total int,
  add column job text,
  add column run_key text,
  add column is_empty boolean not null default false,
  -- As its captures: every snapshot of its suites is there.
  add column complete boolean not null default false,
  alter column exit_code type bigint,
  add check (shard_index >= 1 and (shard_total is null or shard_index <= shard_total)),
  add check (shard_total is null or shard_index is not null);
-- Those that have ended stay as they are.
update review_sessions set checkout = commit where completed_at is null and expired_at is null;
create index review_sessions_of_commit on review_sessions (project_id, commit);

-- Runs of which somebody said that no more parts follow.
create table finished_runs (
  project_id text not null references projects,
  commit text not null,
  branch text not null,
  run_key text not null,
  finished_at timestamptz not null default now(),
  primary key (project_id, commit, branch, run_key)
);

-- What judges a commit (R45) ----------------------------------------------------------------------------------------

-- Whether a diff counts for the check of its commit: decided when it is made.
alter table diffs add column judging boolean not null default true;
update diffs set judging = false
from captures, projects
where captures.id = diffs.head_capture_id and projects.id = diffs.project_id and (
  diffs.threshold <> projects.threshold or diffs.anti_aliasing <> projects.anti_aliasing or diffs.manifest is not null
  or diffs.base_capture_id is not null or captures.ephemeral or captures.namespace <> '');
update diffs set judging = false
from review_session_suites opened
where opened.capture_id = diffs.head_capture_id and opened.diff_id <> diffs.id;

-- Whether all parts of its run were there when it was settled, so that absence could mean removal (R46).
alter table diffs add column took_absence boolean not null default false;

-- One check of a suite and commit (R26), in place of one of every diff.
alter table check_runs
  add column suite_id bigint,
  -- When the check is to be judged again, since parts of its run are awaited until then.
  add column judge_again_at timestamptz,
  add foreign key (project_id, suite_id) references suites (project_id, id);
update check_runs set suite_id = diffs.suite_id from diffs where diffs.id = check_runs.diff_id;
delete from check_runs older using check_runs newer
where older.project_id = newer.project_id and older.commit = newer.commit and older.suite_id = newer.suite_id
  and older.diff_id < newer.diff_id;
drop index check_runs_summary;
drop index check_runs_of_commit;
alter table check_runs
  drop constraint check_runs_diff_id_commit_key,
  drop column branch;
create unique index check_runs_of_commit on check_runs (project_id, commit) where suite_id is null;
create unique index check_runs_of_suite on check_runs (project_id, commit, suite_id) where suite_id is not null;
create index check_runs_awaiting on check_runs (judge_again_at) where judge_again_at is not null;

-- Whose branch (R41) ------------------------------------------------------------------------------------------------

-- What code hosts said of commits and the branches that builds claim for them.
create table commit_claims (
  project_id text not null references projects,
  branch text not null,
  commit text not null,
  is_on_branch boolean not null,
  asked_at timestamptz not null default now(),
  primary key (project_id, branch, commit)
);
