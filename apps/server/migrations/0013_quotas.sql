-- What a project may keep: bytes and files of its images and unpacked sites. Null for no limit.
alter table projects
  add column max_bytes bigint check (max_bytes >= 0),
  add column max_files bigint check (max_files >= 0);

-- What uploads are about to keep, so that those that run at the same time do not exceed a quota together. One that a killed
-- process left expires.
create table quota_reservations (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  bytes bigint not null,
  files bigint not null,
  expires_at timestamptz not null
);
create index quota_reservations_by_project on quota_reservations (project_id);
