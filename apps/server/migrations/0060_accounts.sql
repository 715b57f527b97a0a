-- Who may do what: people are members of organisations, to which projects belong.
create table organisations (
  name text primary key,
  created_at timestamptz not null default now()
);
insert into organisations (name) select distinct org from projects;
alter table projects add foreign key (org) references organisations (name);

alter table users
  add column email text unique check (email = lower(email)),
  -- Parameters, salt and hash in one text; null for who signs in otherwise.
  add column password text,
  -- Runs the installation: an owner of every organisation.
  add column is_operator boolean not null default false;
update users set is_operator = true;

-- Accounts elsewhere that sign a person in.
create table user_identities (
  provider text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);

create table members (
  org text not null references organisations,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'maintainer', 'reviewer', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (org, user_id)
);
create index members_by_user on members (user_id);

create table invitations (
  id text primary key,
  org text not null references organisations,
  role text not null check (role in ('owner', 'maintainer', 'reviewer', 'viewer')),
  hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invitations_by_org on invitations (org, id);

alter table api_keys
  add column scopes text[] not null default '{read,upload,review}'
    check (scopes <@ '{read,upload,review}' and cardinality(scopes) > 0),
  add column created_by text,
  add column last_used_at timestamptz,
  add column expires_at timestamptz;
create index api_keys_by_project on api_keys (project_id, id);

-- What `svc login` leaves on a machine.
create table login_tokens (
  id text primary key,
  hash bytea not null unique,
  user_id text not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index login_tokens_by_user on login_tokens (user_id);
create index web_sessions_by_user on web_sessions (user_id);

-- Logins of the command line that wait for a person in a browser.
create table cli_logins (
  hash bytea primary key,
  user_code text not null unique,
  name text not null,
  challenge text not null,
  redirect_url text,
  state text,
  expires_at timestamptz not null,
  -- Who allowed it; the code that the browser carries back is kept as a hash.
  user_id text references users on delete cascade,
  code_hash bytea,
  denied_at timestamptz
);

create table audit_log (
  id bigint generated always as identity primary key,
  org text not null references organisations,
  project_id text references projects,
  actor text not null,
  -- Tells actors of one name apart, such as key:key_….
  actor_id text not null,
  action text not null,
  target text,
  details jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_by_org on audit_log (org, id desc);
create index audit_log_by_project on audit_log (project_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = '23514';
end $$;
create trigger only_grows before update or delete on audit_log for each row execute function refuse_change();
