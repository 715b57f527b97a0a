-- The packages of clients that the service has served. Lock files hold hashes of them, so that what was served first
-- under a version stays what it is.
create table client_packages (
  name text not null,
  version text not null,
  -- SHA-256 of the blob, which is a gzipped tar archive.
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (name, version)
);
create index client_packages_by_hash on client_packages (hash);
