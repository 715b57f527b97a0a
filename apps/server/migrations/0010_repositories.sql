-- Which organization speaks for a repository of a code host ------------------------------------------------------------

alter table projects add unique (id, org);

create table code_repositories (
  id uuid primary key default gen_random_uuid(),
  -- Address of the host, such as https://github.com, without a slash at the end.
  place text not null,
  -- As the host wrote it last. Names change hands; `repository_id` does not.
  path text not null,
  -- The host's own number. Null after an operator's word, until the host or a token of its CI has told it.
  repository_id text,
  org text not null references organisations (name),
  proof text not null check (proof in ('operator', 'list', 'push')),
  proven_by text not null,
  proven_at timestamptz not null default now(),
  check (repository_id is not null or proof in ('operator', 'list')),
  unique (id, org),
  -- One organization a repository.
  unique (place, repository_id)
);
create unique index code_repositories_unseen on code_repositories (place, lower(path)) where repository_id is null;

-- Connections from before this have no proof: they show nothing until somebody has confirmed them.
alter table code_hosts
  add column org text,
  add column code_repository_id uuid,
  add foreign key (project_id, org) references projects (id, org),
  add foreign key (code_repository_id, org) references code_repositories (id, org),
  add check ((org is null) = (code_repository_id is null)),
  add check (kind <> 'webhook' or code_repository_id is null);
create index code_hosts_by_repository on code_hosts (code_repository_id);
