-- What a run says of itself (R7, R46): the commit that was checked out, where CI tests a merge, and which part of the
-- commit's run a capture or session is.
alter table captures
  add column checkout text,
  add column shard_index int,
  -- Null where nobody knows how many there are.
  add column shard_total int,
  add column job text,
  add column run_key text,
  -- That nothing was captured is no failure (R25).
  add column allow_empty boolean not null default false,
  -- Windows has codes of 32 bits without a sign.
  alter column exit_code type bigint,
  add check (shard_index >= 1 and (shard_total is null or shard_index <= shard_total)),
  add check (shard_total is null or shard_index is not null);
update captures set checkout = commit;

alter table review_sessions
  add column checkout text,
  add column shard_index int,
  add column shard_total int,
  add column job text,
  add column run_key text,
  add column allow_empty boolean not null default false,
  alter column exit_code type bigint,
  add check (shard_index >= 1 and (shard_total is null or shard_index <= shard_total)),
  add check (shard_total is null or shard_index is not null);
-- Those that have ended stay as they are.
update review_sessions set checkout = commit where completed_at is null and expired_at is null;
