-- How long a project keeps pictures and sites that nothing needs any more; null for ever.
alter table projects add column retention_days int check (retention_days between 7 and 3650);

-- The bytes of a removed picture are gone; that it was, how large and of which pixels, stays.
alter table images add column removed_at timestamptz;
create index images_by_hash on images (hash);

-- When a site was uploaded, or the fleet was last sent to it.
alter table sites add column used_at timestamptz;
update sites set used_at = created_at;
alter table sites alter column used_at set not null, alter column used_at set default now();
create index sites_by_archive on sites (archive_hash);
create index site_files_by_hash on site_files (hash);

-- Blobs that go unless something keeps them. Whoever is about to refer to one takes it for unknown and stores it again,
-- which takes it from here.
create table blob_removals (
  hash text primary key,
  since timestamptz not null default now()
);
create index blob_removals_due on blob_removals (since);
