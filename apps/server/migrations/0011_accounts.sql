-- Wrong passwords ------------------------------------------------------------------------------------------------------

-- Each try counts as wrong before it is checked, so that tries at the same moment count too; a right one is taken back.
create table password_tries (
  -- `account:<e-mail address>`, whether there is such an account or not, `address:<address>`, `device:<id>`, or
  -- `person:<id>` for who changes a password.
  holder text collate "C" primary key,
  failures int not null default 0,
  last_at timestamptz not null default now(),
  -- No try until then.
  blocked_until timestamptz not null default now()
);
create index password_tries_by_age on password_tries (last_at);

-- The audit log only grows ---------------------------------------------------------------------------------------------

create trigger never_truncated before truncate on audit_log for each statement execute function refuse_change();

-- Keys of image tokens are sealed like other secrets -------------------------------------------------------------------

-- Keys from before this are sealed by the first process that reads them.
alter table signing_keys
  alter column secret drop not null,
  add column sealed bytea,
  add check (num_nonnulls(secret, sealed) = 1);
