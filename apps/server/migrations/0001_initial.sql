-- Names that people or clients choose compare byte by byte, whatever the collation of the database: collate "C".
-- R and a number name a rule of the specification.

-- Trigger functions -------------------------------------------------------------------------------------------------

-- The argument lists the legal moves of a status, as domain/statusMoves.ts does (R27); a test compares the two.
create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not (tg_argv[0]::jsonb -> old.status ? new.status) then
    raise exception '% does not move from % to %', tg_table_name, old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if old.revoked_seq is not null or to_jsonb(new) - 'revoked_seq' <> to_jsonb(old) - 'revoked_seq' then
    raise exception 'a baseline entry is revoked once and never changed' using errcode = '23514';
  end if;
  return new;
end $$;

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if coalesce(old.completed_at, old.expired_at) is not null then
    raise exception 'session % has ended', old.id using errcode = '23514';
  end if;
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = '23514';
end $$;

-- Organisations and projects ----------------------------------------------------------------------------------------

create table organisations (
  name text primary key,
  created_at timestamptz not null default now()
);

create table projects (
  id text primary key,
  org text not null references organisations (name),
  name text not null,
  default_branch text not null default 'main',
  approval_memory boolean not null default true,
  -- Defaults for new diffs.
  threshold double precision not null default 0.063 check (threshold between 0 and 1),
  anti_aliasing boolean not null default true,
  -- How long images and sites that nothing needs are kept; null keeps them forever.
  retention_days int check (retention_days between 7 and 3650),
  created_at timestamptz not null default now(),
  unique (org, name)
);

create table suites (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  name text collate "C" not null,
  created_at timestamptz not null default now(),
  unique (project_id, name),
  unique (project_id, id)
);

-- People ------------------------------------------------------------------------------------------------------------

create table users (
  id text primary key,
  name text not null,
  email text unique check (email = lower(email)),
  -- Parameters, salt and hash in one text; null for people who sign in through a provider only.
  password text,
  -- An operator of the installation owns every organisation.
  is_operator boolean not null default false,
  created_at timestamptz not null default now()
);

-- Accounts at sign-in providers.
create table user_identities (
  provider text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  -- The name of the account at the provider.
  name text,
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

-- Tokens that sign a person in once, such as the one printed at the first start.
create table sign_in_tokens (
  hash bytea primary key,
  user_id text not null references users,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table web_sessions (
  id text not null unique default 'tok_' || replace(gen_random_uuid()::text, '-', ''),
  hash bytea primary key,
  user_id text not null references users,
  -- The User-Agent header of the browser that signed in.
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index web_sessions_by_user on web_sessions (user_id);

-- Tokens that `svc login` stores on a machine.
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

-- Logins of the command line that wait for approval in a browser.
create table cli_logins (
  hash bytea primary key,
  user_code text not null unique,
  name text not null,
  challenge text not null,
  redirect_url text,
  state text,
  expires_at timestamptz not null,
  -- The person who approved it.
  user_id text references users on delete cascade,
  -- The hash of the code that the browser carries back.
  code_hash bytea,
  denied_at timestamptz
);

-- Keys and limits ---------------------------------------------------------------------------------------------------

create table api_keys (
  id text primary key,
  project_id text not null references projects,
  name text not null,
  hash bytea not null unique,
  -- The first characters of the key, which tell keys apart.
  prefix text,
  scopes text[] not null default '{read,upload,review}'
    check (scopes <@ '{read,upload,review}' and cardinality(scopes) > 0),
  -- A key that CI received for its identity token is bound to a ref of a repository, and to the branch that the ref
  -- stands for. Without a branch it makes ephemeral captures only.
  ci_repository text,
  ci_ref text,
  ci_branch text,
  created_by text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((ci_repository is null) = (ci_ref is null)),
  check (ci_repository is not null or ci_branch is null),
  check (ci_repository is null or expires_at is not null)
);
create index api_keys_by_project on api_keys (project_id, id);
create index api_keys_of_ci on api_keys (expires_at) where ci_repository is not null;

-- Keys that sign the tokens in image URLs.
create table signing_keys (
  id text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- Calls that a client can repeat without acting twice (R33), with their answers.
create table idempotency_keys (
  -- The project and the principal, so that keys of different principals never meet.
  caller text collate "C" not null,
  key text collate "C" not null,
  -- The process that works on the call; another may take over when the lease ends without an answer.
  owner text not null,
  leased_until timestamptz not null,
  -- SHA-256 over the request; stored with the answer, since a streamed body is known only at its end.
  fingerprint text,
  answer text,
  created_at timestamptz not null default now(),
  primary key (caller, key),
  check ((fingerprint is null) = (answer is null))
) with (fillfactor = 70);

-- The uses of one counter by one holder within the window, and the permits promised to refused callers (R34).
-- Unlogged: it costs no flush, and after a crash of the database the counters start empty.
create unlogged table permits (
  holder text collate "C" not null,
  counter text collate "C" not null,
  -- Oldest first.
  uses timestamptz[] not null default '{}',
  -- Two columns of one list: who was promised a permit, and from when it holds.
  tickets bigint[] not null default '{}',
  promised timestamptz[] not null default '{}',
  -- From then on, nothing in the row matters.
  expires_at timestamptz not null default '-infinity',
  primary key (holder, counter)
) with (fillfactor = 50);
alter table permits alter column uses set storage external;

-- Uses a permit, or promises one. What it does is written and explained in testing/takePermit.ts, step by step.
-- `at` is for tests; without it the clock of the database counts, read once the row is held.
create function take_permit(
  for_holder text, for_counter text, most_uses int, lasts interval, grace interval, ticket bigint, most_promises int,
  at timestamptz default null
) returns table (used_at timestamptz, remaining int, resets_at timestamptz, free_at timestamptz)
language plpgsql as $$
declare
  held permits;
  place int;
  own timestamptz;
  others int;
begin
  loop
    select * into held from permits where holder = for_holder and counter = for_counter for update;
    exit when found;
    insert into permits (holder, counter) values (for_holder, for_counter) on conflict do nothing;
  end loop;
  at := coalesce(at, clock_timestamp());

  -- A clock that was set back: what seems to be in the future was just now.
  if held.uses[cardinality(held.uses)] > at then
    held.uses := array(select least(use, at) from unnest(held.uses) with ordinality as kept (use, n) order by n);
  end if;
  place := 1;
  while held.uses[place] <= at - lasts loop place := place + 1; end loop;
  if place > 1 then held.uses := held.uses[place:]; end if;
  while held.promised[1] + grace < at loop
    held.promised := held.promised[2:];
    held.tickets := held.tickets[2:];
  end loop;

  place := array_position(held.tickets, ticket);
  own := held.promised[place];
  others := cardinality(held.uses) + cardinality(held.promised) - (place is not null)::int;
  if own <= at or others < most_uses then
    used_at := at;
    held.uses := held.uses || at;
    if place is not null then
      held.promised := held.promised[:place - 1] || held.promised[place + 1:];
      held.tickets := held.tickets[:place - 1] || held.tickets[place + 1:];
    end if;
  elsif own is not null then
    free_at := own;
  else
    select latest + lasts into free_at from (
      select unnest(held.uses) latest union all select unnest(held.promised) + grace
    ) taken order by latest desc offset most_uses - 1 limit 1;
    if ticket is not null and cardinality(held.promised) < most_promises then
      place := 1 + (select count(*) from unnest(held.promised) promise where promise <= free_at);
      held.promised := held.promised[:place - 1] || free_at || held.promised[place:];
      held.tickets := held.tickets[:place - 1] || ticket || held.tickets[place:];
    end if;
  end if;

  remaining := greatest(most_uses - cardinality(held.uses) - cardinality(held.promised), 0);
  resets_at := coalesce(held.uses[1], at) + lasts;
  update permits set uses = held.uses, tickets = held.tickets, promised = held.promised,
    expires_at = greatest(held.uses[cardinality(held.uses)] + lasts, held.promised[cardinality(held.promised)] + grace)
  where holder = for_holder and counter = for_counter;
  return next;
end $$;

-- Images ------------------------------------------------------------------------------------------------------------

-- Every image of a project: snapshots have a pixel hash, masks and thumbnails have none.
create table images (
  project_id text not null references projects,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  pixel_hash text check (pixel_hash ~ '^[0-9a-f]{64}$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null,
  created_at timestamptz not null default now(),
  -- The bytes of a removed image are gone; its size and pixel hash stay.
  removed_at timestamptz,
  primary key (project_id, hash)
);
create index images_by_hash on images (hash);

-- Blobs to be deleted unless something refers to them by then. An upload that needs such a blob stores it again, which
-- removes it from this table.
create table blob_removals (
  hash text primary key,
  since timestamptz not null default now()
);
create index blob_removals_due on blob_removals (since);

-- What the comparison of two images showed. A pair is compared once, however many diffs ask for it.
create table comparisons (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  -- Pixel hashes.
  base_pixels text not null,
  head_pixels text not null,
  threshold double precision not null,
  anti_aliasing boolean not null,
  diff_percentage double precision not null,
  -- These are null when no pixel counts as changed.
  mask_hash text,
  thumbnail_hash text,
  fingerprint text,
  regions jsonb,
  row_changes jsonb,
  created_at timestamptz not null default now(),
  unique (project_id, base_pixels, head_pixels, threshold, anti_aliasing),
  foreign key (project_id, mask_hash) references images (project_id, hash),
  foreign key (project_id, thumbnail_hash) references images (project_id, hash)
);

-- Sites -------------------------------------------------------------------------------------------------------------

create table sites (
  id text primary key,
  project_id text not null references projects,
  status text not null default 'pending' check (status in ('pending', 'uploading', 'ready', 'failed')),
  archive_hash text not null,
  file_count int not null default 0,
  total_bytes bigint not null default 0,
  tool text check (tool in ('stories-a', 'stories-b')),
  error text,
  -- Why the stories of a ready site are not known.
  stories_error text,
  created_at timestamptz not null default now(),
  -- When it was uploaded, or last captured by the fleet.
  used_at timestamptz not null default now()
);
create index sites_by_archive on sites (archive_hash);
create trigger legal_move before update of status on sites for each row execute function refuse_illegal_move(
  '{"pending": ["uploading", "failed"], "uploading": ["ready", "failed"], "ready": [], "failed": []}');

create table site_files (
  site_id text not null references sites on delete cascade,
  path text collate "C" not null,
  hash text not null,
  bytes bigint not null,
  primary key (site_id, path)
);
create index site_files_by_hash on site_files (hash);

create table stories (
  site_id text not null references sites on delete cascade,
  position int not null,
  entry jsonb not null,
  primary key (site_id, position)
);

-- Captures ----------------------------------------------------------------------------------------------------------

create table captures (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  mode text not null check (mode in ('manual', 'fleet')),
  branch text,
  commit text,
  baseline_ref text,
  status text not null default 'pending'
    check (status in ('pending', 'capturing', 'processing', 'completed', 'failed')),
  total_snapshots int not null default 0,
  completed_snapshots int not null default 0,
  failed_snapshots int not null default 0,
  -- An open manual capture grows with every upload until the client completes it.
  open boolean not null default false,
  -- Holds only some of the suite (R28).
  partial boolean not null default false,
  -- Holds all of the suite, so that what is absent was removed.
  complete boolean not null default false,
  ephemeral boolean not null default false,
  -- Empty, or the key or user whose private baselines a local capture uses (R19).
  namespace text not null default '',
  auto_approve boolean not null default false,
  auto_baseline boolean not null default false,
  -- Of the command that captured, where it was reported; a failed command promotes and removes nothing (R18, R24).
  exit_code int,
  -- The commits before `commit`, newest first.
  history text[] not null default '{}',
  actor text not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  expires_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  unique (project_id, id),
  check (completed_snapshots + failed_snapshots <= total_snapshots)
);
create index captures_by_project on captures (project_id, id desc);
create index captures_by_commit on captures (project_id, suite_id, commit, id desc);
create index captures_expiring on captures (expires_at) where expires_at is not null;
create trigger legal_move before update of status on captures for each row execute function refuse_illegal_move(
  '{"pending": ["capturing", "processing", "completed", "failed"], "capturing": ["processing", "completed", "failed"],
    "processing": ["completed", "failed"], "completed": [], "failed": []}');

create table snapshots (
  project_id text not null,
  capture_id text not null,
  name text collate "C" not null,
  -- '1280x720', or empty for none (R1).
  viewport text collate "C" not null,
  position int not null,
  status text not null default 'pending' check (status in ('pending', 'captured', 'failed')),
  hash text,
  error text,
  path jsonb,
  metadata jsonb,
  -- What the fleet captures; null for an uploaded image.
  target jsonb,
  threshold double precision,
  -- The fleet's second image did not confirm the first one.
  unstable boolean not null default false,
  -- Milliseconds by step.
  timings jsonb,
  -- The console lines of the page of a failed snapshot.
  console jsonb,
  -- The browser and fonts that rendered an image of the fleet; null for an uploaded image.
  renderer text,
  auto_approve boolean not null default false,
  -- The capture that the image was carried from (R23); null for an image of this capture.
  carried_from text,
  uploaded_at timestamptz not null default now(),
  primary key (capture_id, name, viewport),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade,
  foreign key (project_id, hash) references images (project_id, hash),
  check ((status = 'captured') = (hash is not null)),
  check ((status = 'failed') = (error is not null))
);
create index snapshots_in_order on snapshots (capture_id, position);

-- Each time that a slot varied without a change of the code: the fleet's second image did not confirm the first one, or
-- another capture of the same commit shows something else.
create table flakes (
  capture_id text not null references captures on delete cascade,
  suite_id bigint not null references suites,
  name text collate "C" not null,
  viewport text collate "C" not null,
  primary key (capture_id, name, viewport)
);
create index flakes_by_slot on flakes (suite_id, name, viewport);

-- Diffs -------------------------------------------------------------------------------------------------------------

create table diffs (
  id text primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  head_capture_id text not null,
  base_capture_id text,
  baseline_ref text,
  status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
  threshold double precision not null check (threshold between 0 and 1),
  anti_aliasing boolean not null,
  -- The names of a complete run whose capture holds only some of them; null without one.
  manifest text[],
  target_refs text[],
  history text[] not null default '{}',
  -- The newest number of baseline_sequence when the baselines were read; decides whether the diff is stale (R14).
  baseline_mark bigint,
  error text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, head_capture_id) references captures (project_id, id),
  foreign key (project_id, base_capture_id) references captures (project_id, id),
  unique (project_id, id)
);
create index diffs_by_project on diffs (project_id, id desc);
create index diffs_by_suite on diffs (suite_id, id desc);
create index diffs_by_head on diffs (head_capture_id);
create index diffs_by_base on diffs (base_capture_id) where base_capture_id is not null;
create trigger legal_move before update of status on diffs for each row execute function refuse_illegal_move(
  '{"processing": ["completed", "failed"], "completed": ["processing"], "failed": ["processing"]}');

create table results (
  project_id text not null,
  diff_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  position int not null,
  status text not null check (status in ('unchanged', 'changed', 'new', 'removed', 'skipped')),
  approval_status text not null check (approval_status in ('pending', 'approved', 'rejected')),
  diff_percentage double precision,
  head_hash text,
  base_hash text,
  mask_hash text,
  baseline_source text,
  -- The baseline's source before an earlier approval applied; a revocation restores it.
  base_origin text,
  -- The capture that the baseline image is from.
  base_from text,
  threshold double precision not null,
  path jsonb,
  decided_by text,
  decided_at timestamptz,
  comparison_id bigint references comparisons,
  primary key (diff_id, name, viewport),
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade,
  foreign key (project_id, head_hash) references images (project_id, hash),
  foreign key (project_id, base_hash) references images (project_id, hash),
  -- R12: a result that needs no review is approved from the start.
  check (status in ('changed', 'new', 'removed') or approval_status = 'approved')
);
create index results_in_review on results (project_id, name, viewport, diff_id)
  where status in ('changed', 'new', 'removed');

-- Baselines and decisions -------------------------------------------------------------------------------------------

-- One sequence numbers promotions and revocations alike, so that a single mark tells what came after it.
create sequence baseline_sequence;

-- The append-only log of promotions and tombstones (R5): the newest entry of a slot that is not revoked is active.
create table baseline_entries (
  id bigint primary key default nextval('baseline_sequence'),
  project_id text not null references projects,
  suite_id bigint not null,
  namespace text not null default '',
  branch text collate "C" not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  -- Null for a tombstone: the removal was approved.
  hash text,
  capture_id text not null,
  commit text,
  diff_id text,
  actor text not null,
  created_at timestamptz not null default now(),
  revoked_seq bigint,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, hash) references images (project_id, hash),
  foreign key (project_id, capture_id) references captures (project_id, id),
  foreign key (project_id, diff_id) references diffs (project_id, id),
  check (revoked_seq > id)
);
create index baseline_entries_active
  on baseline_entries (suite_id, namespace, branch, name, viewport, id desc) where revoked_seq is null;
create index baseline_entries_log on baseline_entries (suite_id, namespace, branch, name, viewport, id desc);
create index baseline_entries_of_slot on baseline_entries (suite_id, name, viewport, id desc);
create index baseline_entries_of_diff on baseline_entries (diff_id);
create index baseline_entries_of_capture on baseline_entries (capture_id);
create trigger append_only before update on baseline_entries for each row execute function refuse_rewriting();

-- What reviewers decided about a transition from one image to another (R15, R16), by pixel hashes.
create table decisions (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  suite_id bigint not null,
  diff_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  base_pixels text,
  head_pixels text,
  threshold double precision not null,
  anti_aliasing boolean not null,
  kind text not null check (kind in ('approved', 'rejected', 'withdrawn')),
  branch text,
  -- False for ephemeral and local captures, whose approvals do not apply to later diffs.
  persistent boolean not null,
  actor text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, diff_id) references diffs (project_id, id)
);
create index decisions_of_slot on decisions (suite_id, name, viewport, id desc);
create index decisions_of_diff on decisions (diff_id);

-- The newest result of a slot on a branch that needed a review, until a newer capture shows that none is needed. Results
-- are carried forward from it (R23).
create table open_reviews (
  project_id text not null,
  suite_id bigint not null,
  namespace text not null,
  branch text collate "C" not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  capture_id text not null,
  diff_id text not null,
  primary key (suite_id, namespace, branch, name, viewport),
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade,
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade
);
create index open_reviews_of_diff on open_reviews (diff_id);
create index open_reviews_of_capture on open_reviews (capture_id);

-- Review sessions ---------------------------------------------------------------------------------------------------

-- Clients may choose the id of a session, so it is unique within its project only (R20).
create table review_sessions (
  project_id text not null references projects,
  id text not null,
  branch text not null,
  commit text not null,
  baseline_ref text,
  auto_approve boolean not null default false,
  -- Made for one upload that named no session.
  implicit boolean not null default false,
  ephemeral boolean not null default false,
  namespace text not null default '',
  history text[] not null default '{}',
  actor text not null,
  exit_code int,
  -- What completion answered, for a repeated call (R22); json keeps the same bytes.
  answer json,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  expired_at timestamptz,
  primary key (project_id, id),
  check (expired_at is null or completed_at is null),
  check ((completed_at is null) = (exit_code is null))
);
create index review_sessions_open on review_sessions (created_at) where completed_at is null and expired_at is null;
create index review_sessions_by_project on review_sessions (project_id, created_at desc, id desc);
-- A session ends once (R22).
create trigger ends_once before update on review_sessions for each row execute function refuse_second_end();

create table review_session_suites (
  project_id text not null,
  session_id text not null,
  suite_id bigint not null,
  capture_id text not null,
  diff_id text not null,
  primary key (project_id, session_id, suite_id),
  foreign key (project_id, session_id) references review_sessions on delete cascade,
  foreign key (project_id, suite_id) references suites (project_id, id),
  foreign key (project_id, capture_id) references captures (project_id, id),
  foreign key (project_id, diff_id) references diffs (project_id, id)
);
create index review_session_suites_of_capture on review_session_suites (capture_id);
create index review_session_suites_of_diff on review_session_suites (diff_id);

-- Code hosts --------------------------------------------------------------------------------------------------------

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
  -- Accounts that may approve on the host; null for everyone who may push.
  approvers text[],
  updated_at timestamptz not null default now(),
  -- The host asked for no requests until then.
  paused_until timestamptz,
  check ((kind = 'github') = (secret is null)),
  check ((kind = 'github') = (url is null)),
  check ((kind = 'webhook') = (repository is null))
);

-- Webhook deliveries that were acted on. They are kept, so that none counts twice.
create table received_webhooks (
  id text primary key,
  received_at timestamptz not null default now()
);

-- The check run that a code host is to show for a diff, or for all diffs of a commit (R25, R26).
create table check_runs (
  -- Sent as the external id, by which the run is found again on the host.
  id text primary key,
  project_id text not null references projects,
  branch text not null,
  commit text not null,
  -- Null for the summary of the commit.
  diff_id text,
  desired jsonb not null default '{}',
  -- Of `desired`, and of what the host shows.
  version int not null default 0,
  delivered_version int not null default 0,
  host_id text,
  url text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The current delivery. One that lost its lease may have written last, so its report asks for another delivery.
  lease uuid,
  last_error text,
  created_at timestamptz not null default now(),
  unique (diff_id, commit),
  foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade,
  check (delivered_version <= version)
);
create unique index check_runs_summary on check_runs (project_id, commit) where diff_id is null;
create index check_runs_of_commit on check_runs (project_id, commit);
create index check_runs_due on check_runs (next_attempt_at) where delivered_version < version;

-- Audit -------------------------------------------------------------------------------------------------------------

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
create index audit_log_by_org_kind on audit_log (org, split_part(action, '.', 1), id desc);
create index audit_log_by_project on audit_log (project_id, id desc);
create index audit_log_by_project_kind on audit_log (project_id, split_part(action, '.', 1), id desc);
create trigger only_grows before update or delete on audit_log for each row execute function refuse_change();
