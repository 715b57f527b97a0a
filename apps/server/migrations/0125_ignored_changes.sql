-- Changes that reviewers ignore for a while: these pixels of a slot in place of those, on every branch (R59).
create table ignored_changes (
  suite_id bigint not null,
  name text collate "C" not null,
  -- '' stands for none.
  viewport text collate "C" not null,
  browser text collate "C" not null,
  base_pixels hash256 not null,
  head_pixels hash256 not null,
  project_id text not null references projects,
  -- Where somebody said so last.
  diff_id text not null,
  -- For people to read, and the same with an id.
  author text not null,
  author_id text not null,
  ignored_until timestamptz not null,
  primary key (suite_id, name, viewport, browser, base_pixels, head_pixels),
  foreign key (project_id, suite_id) references suites (project_id, id)
);
create index ignored_changes_of_now on ignored_changes (suite_id, ignored_until);
