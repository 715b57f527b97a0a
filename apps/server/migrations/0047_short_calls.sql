-- A call is found by the hash of who made it and its key, and what only the work on it needs is null afterwards: each upload
-- leaves a row for a day. Where the rows that a call wrote tell its answer, none is kept.
create table calls (
  -- SHA-256 over the caller (the project and the principal) and the key.
  call bytea primary key,
  leased_until timestamptz not null,
  created_at timestamptz not null default now(),
  -- The process that works on the call; another may take over when the lease ends without an answer.
  owner uuid,
  -- SHA-256 over the request, once it is answered: a streamed body is known only at its end.
  fingerprint bytea,
  -- Null where it is read from other rows.
  answer bytea,
  -- Ids of what the call makes end with this, whoever works on it: a try whose answer was lost can have made it already.
  id_stem text collate "C",
  check (answer is null or fingerprint is not null)
) with (fillfactor = 85);

insert into calls (call, leased_until, created_at, owner, fingerprint, answer, id_stem)
  select sha256(convert_to(caller || ' ' || key, 'UTF8')), leased_until, created_at,
    case when answer is null then owner::uuid end, decode(fingerprint, 'hex'), answer, id_stem
  from idempotency_keys;

drop table idempotency_keys;
alter table calls rename to idempotency_keys;
alter index calls_pkey rename to idempotency_keys_pkey;
alter table idempotency_keys rename constraint calls_check to idempotency_keys_check;

-- The snapshots of a capture are read by its id and sorted, as its results are.
drop index snapshots_in_order;
