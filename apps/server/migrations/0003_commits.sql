-- Commits that clients reported (R40). What a head has seen, and which of two commits is the later one, is read from them.
create table commits (
  project_id text not null references projects,
  id text not null,
  parents text[] not null,
  -- Equal for commits of the same author, author date and subject: a rebase or an amend keeps it.
  origin text not null,
  -- In the order of becoming known within a project: a process that holds the graph reads on from the last one it has.
  position bigint generated always as identity,
  primary key (project_id, id)
);

create unique index commits_by_position on commits (project_id, position);
