-- What the comparison of two pictures showed. A pair is decoded once, whatever number of diffs asks for it.
create table comparisons (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  -- Pixel hashes.
  base_pixels text not null,
  head_pixels text not null,
  threshold double precision not null,
  anti_aliasing boolean not null,
  diff_percentage double precision not null,
  -- Null, like all that follows, when no pixel counts as changed.
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

alter table results add column comparison_id bigint references comparisons;
