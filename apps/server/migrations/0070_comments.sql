-- Discussions of snapshots. A thread is about a slot of a branch, from the diff in which it was begun to its resolution (R51).
create table comment_threads (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  -- Where it was begun.
  diff_id text not null,
  namespace text not null,
  branch text collate "C",
  -- Ephemeral builds have no line: their threads stay in their diff.
  ephemeral boolean not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  -- A box of the image, in pixels; a point has no size. All null where it is about the whole snapshot.
  x int,
  y int,
  width int,
  height int,
  -- The image that it was begun on: the current one, or the baseline of a removed snapshot.
  image_hash text,
  created_at timestamptz not null default now(),
  resolved_by text,
  resolved_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade,
  check (num_nulls(x, y, width, height) in (0, 4)),
  check ((resolved_by is null) = (resolved_at is null))
);
create index comment_threads_of_branch on comment_threads (suite_id, branch, id);
create index comment_threads_of_diff on comment_threads (diff_id, id);

create table comments (
  id text primary key,
  thread_id text not null references comment_threads on delete cascade,
  -- For people to read: `user:Ada`; and the same with an id, which no other principal has.
  author text not null,
  author_id text not null,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index comments_of_thread on comments (thread_id, id);

-- The members that a comment names, as they were called then.
create table comment_mentions (
  comment_id text not null references comments on delete cascade,
  user_id text not null references users on delete cascade,
  name text not null,
  primary key (comment_id, user_id)
);
create index comment_mentions_of_user on comment_mentions (user_id);
