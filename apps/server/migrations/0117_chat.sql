-- What a project posts to chats.
create table chat_rules (
  id text primary key,
  project_id text not null references projects,
  kind text not null check (kind in ('slack', 'teams', 'discord')),
  label text not null,
  -- The address of an incoming webhook is a secret: sealed with a key that is not in the database.
  url bytea not null,
  -- For people to recognize it by.
  host text not null,
  events text[] not null,
  -- Only builds of the default branch, rather than of all branches.
  default_branch_only boolean not null,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  -- Why the newest message was not posted; null where it was.
  last_error text
);
create index chat_rules_of_project on chat_rules (project_id, id);

-- Messages that are yet to be posted.
create table chat_messages (
  id bigint generated always as identity primary key,
  rule_id text not null references chat_rules on delete cascade,
  content jsonb not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The process that is posting it.
  lease uuid
);
create index chat_messages_due on chat_messages (next_attempt_at);
create index chat_messages_of_rule on chat_messages (rule_id);

-- What a check run last came to, as chats are told.
alter table check_runs add column event text;
