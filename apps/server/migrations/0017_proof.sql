-- Images that are taken over from an earlier capture because the files of their stories are the same.

alter table projects
  -- False once an audit has found an image that was not as proven, or where somebody has switched it off.
  add column proof boolean not null default true;

alter table captures
  add column proof boolean not null default true;

alter table snapshots
  -- The capture whose image it took over without a browser; null where it has been captured.
  add column proven_from text,
  add check (proven_from is null or status = 'captured');

-- What images of stories depend on, of the files of their sites. Without a row nothing is known.
create table snapshot_loads (
  project_id text not null,
  capture_id text not null,
  name text collate "C" not null,
  viewport text collate "C" not null,
  browser text collate "C" not null,
  site_id text not null references sites on delete cascade,
  -- How the image was taken: renderer and version of the recipe.
  recipe text not null,
  loads jsonb not null,
  primary key (capture_id, name, viewport, browser),
  foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade
);
create index snapshot_loads_by_site on snapshot_loads (site_id);
