-- Removals that are active: what is counted of baselines is told by indexes alone.
create index baseline_entries_removed on baseline_entries (suite_id, id)
  where hash is null and namespace = '' and revoked_seq is null and covered_by is null;
