-- What a test runner recorded of the test that took a snapshot, as a zip archive: at most one for each snapshot. The bytes are
-- a blob; the row goes with its snapshot, or when it is older than what its project keeps.
create table traces (
  project_id text not null references projects on delete cascade,
  capture_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  hash text not null,
  bytes bigint not null check (bytes > 0),
  uploaded_at timestamptz not null default now(),
  primary key (capture_id, name, viewport, browser),
  foreign key (capture_id, name, viewport, browser)
    references snapshots (capture_id, name, viewport, browser) on delete cascade
);
create index traces_by_hash on traces (hash);
create index traces_by_age on traces (project_id, uploaded_at);
