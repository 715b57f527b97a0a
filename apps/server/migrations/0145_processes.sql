-- The processes of the service. One that has not been seen for a while was killed, or cannot reach the database.
create table processes (
  id uuid primary key,
  roles text[] not null,
  host text not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The blob store of this deployment is the one that has this blob.
create table deployment (
  only_row boolean primary key default true check (only_row),
  blobs_marker hash256 not null
);

-- What waits for a browser, and what it waits for.
create index captures_in_queue on captures (id) where status in ('pending', 'capturing');
