-- So that people see where they are signed in, and end it from elsewhere.
alter table web_sessions
  add column id text not null unique default 'tok_' || replace(gen_random_uuid()::text, '-', ''),
  add column created_at timestamptz not null default now(),
  add column last_used_at timestamptz,
  -- What the browser calls itself.
  add column user_agent text;

-- Whom the account belongs to elsewhere, as people know it.
alter table user_identities add column name text;

-- The first characters of a key, by which people tell keys apart; null for keys from before.
alter table api_keys add column prefix text;

create index audit_log_by_project_kind on audit_log (project_id, split_part(action, '.', 1), id desc);
create index audit_log_by_org_kind on audit_log (org, split_part(action, '.', 1), id desc);
