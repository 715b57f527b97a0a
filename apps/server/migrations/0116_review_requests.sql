-- Members who are asked to review what a branch changes in a suite, from the diff in which they were asked on (R58).
create table review_requests (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  diff_id text not null,
  -- Null for a run without one, of which only the diff itself is meant.
  branch text collate "C",
  user_id text not null references users on delete cascade,
  -- Who asked: `user:Ada`; and the same with an id.
  requested_by text not null,
  requested_by_id text not null,
  created_at timestamptz not null default now(),
  -- When they decided or finished, or the request was withdrawn.
  ended_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade
);
create unique index review_requests_open on review_requests (suite_id, coalesce(branch, diff_id), user_id) where ended_at is null;
create index review_requests_of_user on review_requests (user_id, id desc) where ended_at is null;
create index review_requests_of_diff on review_requests (diff_id);
