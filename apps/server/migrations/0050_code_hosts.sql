-- Where a project shows its check runs.
create table code_hosts (
  project_id text primary key references projects,
  kind text not null check (kind in ('github', 'gitlab', 'webhook')),
  repository text,
  url text,
  -- Sealed with a key that is not in the database.
  secret bytea,
  check_name text not null,
  comment boolean not null,
  -- Accounts that may approve from the host; null for everyone who may push.
  approvers text[],
  updated_at timestamptz not null default now(),
  check ((kind = 'github') = (secret is null)),
  check ((kind = 'github') = (url is null)),
  check ((kind = 'webhook') = (repository is null))
);

-- Deliveries of webhooks that were acted upon, kept for good: none of them counts a second time.
create table received_webhooks (
  id text primary key,
  received_at timestamptz not null default now()
);
