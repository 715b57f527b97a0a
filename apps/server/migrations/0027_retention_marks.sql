-- When the images of a project that nothing needs were last marked, and by which settings.
create table retention_marks (
  project_id text primary key references projects on delete cascade,
  retention_days int not null,
  default_branch text not null,
  marked_at timestamptz not null
);
