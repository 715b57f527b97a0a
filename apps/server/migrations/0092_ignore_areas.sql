-- What reviewers have comparisons ignore (R56).
create table ignore_areas (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  -- The snapshot; null for every snapshot of the suite.
  name text collate "C",
  -- '' stands for none; both null for every viewport and browser.
  viewport text collate "C",
  browser text collate "C",
  label text not null,
  -- Either a box of the image, in pixels from its top left corner, or an element that layout records know.
  x int,
  y int,
  width int,
  height int,
  element text,
  -- For people to read, and the same with an id.
  author text not null,
  author_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  check (num_nulls(x, y, width, height) in (0, 4)),
  check ((x is null) <> (element is null)),
  check ((viewport is null) = (browser is null)),
  check (name is not null or viewport is null)
);
create index ignore_areas_of_suite on ignore_areas (suite_id, id);
create index ignore_areas_of_project on ignore_areas (project_id, id);
