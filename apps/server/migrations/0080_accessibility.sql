-- Whether accessibility is recorded with snapshots of the fleet, and whether a change of it is reviewed: of a project, and of single
-- suites by name. Existing projects have to ask for it.
alter table projects add column a11y text not null default 'off' check (a11y in ('off', 'record', 'review'));
alter table projects alter column a11y set default 'record';
alter table projects add column a11y_by_suite jsonb not null default '{}';

-- What the page of a snapshot said to assistive technology: a blob with the record, deflated. Unchanged pages share one.
create table accessibility_records (
  project_id text not null,
  capture_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  image_hash bytea not null,
  -- Of the record without rules, which is equal for pages whose rules need no second check.
  tree bytea not null,
  hash bytea not null,
  -- Of the blob; 0 where another snapshot had stored it before.
  bytes int not null check (bytes >= 0),
  -- The record that the build has accepted for the slot: this one, or its base while a change of it is undecided; null until it is
  -- compared.
  accepted_hash bytea,
  -- What the target branch had accepted for it then (R52).
  root_hash bytea,
  primary key (capture_id, name, viewport, browser),
  foreign key (capture_id, name, viewport, browser)
    references snapshots (capture_id, name, viewport, browser) on delete cascade
);
create index accessibility_records_of_image on accessibility_records (project_id, image_hash, name);
create index accessibility_records_by_hash on accessibility_records (hash);
create index accessibility_records_by_accepted on accessibility_records (accepted_hash);

-- Records count with the images that they belong to: as bytes, not as files.
create trigger usage_insert after insert on accessibility_records referencing new table as added
  for each statement execute function add_usage_of_layouts();
create trigger usage_delete after delete on accessibility_records referencing old table as gone
  for each statement execute function add_usage_of_layouts();

-- What changed for assistive technology between the accepted record of a slot and the one of a diff's head, beside the result of
-- its image.
create table accessibility_changes (
  project_id text not null,
  suite_id bigint not null references suites,
  diff_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  base_hash bytea not null,
  head_hash bytea not null,
  -- Equal for the same findings.
  fingerprint text not null,
  findings jsonb not null,
  -- How many findings there are; `findings` has the first of them.
  total int not null check (total > 0),
  partial boolean not null,
  -- It waits for a decision, or did: `review` was set.
  reviewed boolean not null,
  -- Of an earlier build of the branch, where it is undecided; this one did not record the slot.
  carried boolean not null default false,
  approval_status text not null check (approval_status in ('pending', 'approved', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  -- The diff in which somebody decided.
  decided_in text,
  primary key (diff_id, name, viewport, browser),
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade
);
create index accessibility_changes_alike on accessibility_changes (suite_id, fingerprint);
