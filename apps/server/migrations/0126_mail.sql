-- Mail that is yet to be sent, and what was given up lately. What was sent has no row.
create table mails (
  id text primary key,
  kind text not null,
  -- Where it goes; null where it goes to a person, whose address is read when it is sent.
  address text,
  user_id text references users on delete cascade,
  -- The invitation that it brings.
  invitation_id text references invitations on delete cascade,
  -- The token of its link: sealed with a key that is not in the database.
  secret bytea,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The process that is sending it.
  lease uuid,
  -- From then on it is of no use.
  expires_at timestamptz not null,
  -- Why the newest attempt failed.
  last_error text,
  given_up_at timestamptz,
  check (kind in ('invitation', 'password-reset')),
  check (num_nonnulls(address, user_id) = 1)
);
create index mails_due on mails (next_attempt_at) where given_up_at is null;
create index mails_given_up on mails (given_up_at) where given_up_at is not null;
create index mails_of_user on mails (user_id);
create index mails_of_invitation on mails (invitation_id);

-- Where an invitation was sent; null where its link was only shown.
alter table invitations add column email text;

-- Links that set a new password, once.
create table password_resets (
  hash hash256 primary key,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id, created_at);
