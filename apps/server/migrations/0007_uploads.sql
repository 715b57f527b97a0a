-- Tests and their attempts (R47) ------------------------------------------------------------------------------------

alter table snapshots
  -- The test that took it, as the client names it; null where it did not say.
  add column test_id text collate "C",
  -- Which of the images that were uploaded for the slot this is, from 1.
  add column attempt int not null default 1 check (attempt >= 1);

-- Images that a later attempt of their test replaced.
create table snapshot_attempts (
  project_id text not null,
  capture_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  attempt int not null,
  hash text not null,
  uploaded_at timestamptz not null,
  primary key (capture_id, name, viewport, browser, attempt),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade,
  foreign key (project_id, hash) references images (project_id, hash)
);

-- Captures whose client is gone (R48) -------------------------------------------------------------------------------

alter table captures
  -- Why it failed, where that is more than its snapshots say.
  add column error text,
  add check (error is null or status = 'failed');
create index captures_awaiting_uploads on captures (created_at)
  where mode = 'manual' and status in ('pending', 'processing');
