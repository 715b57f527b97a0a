-- Calls that a client can repeat without acting twice (R33), with their answers.
create table idempotency_keys (
  -- The project and who asked in it: another caller's keys are none of ours.
  caller text collate "C" not null,
  key text collate "C" not null,
  -- Of the process that works on it; another may take over when the lease ends without an answer.
  owner text not null,
  leased_until timestamptz not null,
  -- SHA-256 over what was asked; with the answer, since a streamed body is known only at its end.
  fingerprint text,
  answer text,
  created_at timestamptz not null default now(),
  primary key (caller, key),
  check ((fingerprint is null) = (answer is null))
) with (fillfactor = 70);
