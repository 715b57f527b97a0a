-- What is known of each flake (R62): what showed it, and the two images.
alter table flakes
  add column project_id text references projects,
  add column at timestamptz not null default now(),
  add column kind text not null default 'unstable' check (kind in ('unstable', 'recaptured', 'retried', 'flipped')),
  -- Why the fleet doubted its image, where the page showed it.
  add column cause text check (cause in ('motion', 'answers', 'documents')),
  add column hash hash256,
  add column other_hash hash256,
  -- The capture of `other_hash`, where that is another one.
  add column other_capture_id text,
  -- The diff that asked again about what had been decided.
  add column diff_id text,
  add column is_scored boolean not null default false;
update flakes set project_id = captures.project_id, at = captures.created_at from captures where captures.id = flakes.capture_id;
update flakes set hash = snapshots.hash, kind = case when snapshots.unstable then 'unstable' else 'recaptured' end
  from snapshots
  where snapshots.capture_id = flakes.capture_id and snapshots.name = flakes.name and snapshots.viewport = flakes.viewport
    and snapshots.browser = flakes.browser;
alter table flakes alter column project_id set not null, alter column kind drop default;
create index flakes_unscored on flakes (project_id, at) where not is_scored;
drop index flakes_by_slot;
create index flakes_by_slot on flakes (suite_id, name, viewport, browser, at desc);

-- The fleet's other image of a page that did not look the same twice.
create table doubts (
  project_id text not null,
  capture_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  cause text not null check (cause in ('motion', 'answers', 'documents')),
  other_hash hash256,
  primary key (capture_id, name, viewport, browser),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade,
  foreign key (project_id, other_hash) references images (project_id, hash)
);

-- How flaky the slots of a project are (R62). Kept beside the flakes, so that no list counts them.
create table flaky_slots (
  project_id text not null references projects,
  suite_id bigint not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  -- The binary logarithm of a sum over flakes of 2 to the number of half-lives from 1970 until then: all scores fall alike, so their
  -- order stays as time passes.
  level double precision not null,
  unstable_count int not null,
  recaptured_count int not null,
  retried_count int not null,
  flipped_count int not null,
  last_at timestamptz not null,
  primary key (suite_id, name, viewport, browser),
  foreign key (project_id, suite_id) references suites (project_id, id)
);
create index flaky_slots_of_project on flaky_slots (project_id, level desc, suite_id, name, viewport, browser);
create index flaky_slots_of_suite on flaky_slots (suite_id, level desc, name, viewport, browser);
