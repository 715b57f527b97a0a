-- Regions that comparisons ignore (R49), and what a story says of anti-aliasing, beside its threshold.

alter table snapshots
  -- Boxes in pixels of the image; null for none.
  add column ignored jsonb,
  -- Of its own; null for the diff's.
  add column anti_aliasing boolean;

alter table results
  -- The boxes of both images; null for none.
  add column ignored jsonb,
  -- As it was compared; null where a service before this compared it, as its diff says.
  add column anti_aliasing boolean;

alter table comparisons
  -- SHA-256 of the boxes of both images; empty for none.
  add column ignored text not null default '',
  drop constraint comparisons_project_id_base_pixels_head_pixels_threshold_an_key,
  add unique (project_id, base_pixels, head_pixels, threshold, anti_aliasing, ignored);
alter table comparisons alter column ignored drop default;
