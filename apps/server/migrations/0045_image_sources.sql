-- Files that were stored as another PNG: JPEG and WebP uploads, and PNG files with bytes behind their end. By the SHA-256
-- of what was sent, so that the same file need be neither sent nor decoded again.
create table image_sources (
  project_id text not null references projects,
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (project_id, source_hash)
);
