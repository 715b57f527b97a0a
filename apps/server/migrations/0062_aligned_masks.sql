-- What changed beside the rows that were inserted, removed or moved; null where none were, and of comparisons that were
-- made before this.
alter table comparisons add column aligned_mask_hash text;
alter table comparisons add foreign key (project_id, aligned_mask_hash) references images (project_id, hash);
