-- A site can be made from a manifest of its files. Its archive then holds only those that the project lacked, and there is
-- none where it lacked none.
alter table sites add column by_manifest boolean not null default false;
alter table sites drop constraint sites_archive;
alter table sites add constraint sites_archive
  check (archive_hash is not null or by_manifest or status in ('ready', 'failed'));
create index sites_by_project on sites (project_id, id);

-- What a manifest says, until its site is ready or has failed.
create table manifest_files (
  site_id text not null references sites on delete cascade,
  path text collate "C" not null,
  hash text not null,
  bytes bigint not null,
  -- Another site of the project has these bytes. They are not sent, and stay while this row does.
  known boolean not null,
  primary key (site_id, path)
);
create index manifest_files_by_hash on manifest_files (hash) where known;

-- What a project with a quota keeps at most, uploads under way included, so that not every upload sums up all images.
create table quota_estimates (
  project_id text primary key references projects,
  bytes bigint not null,
  files bigint not null,
  made_at timestamptz not null default now()
);
