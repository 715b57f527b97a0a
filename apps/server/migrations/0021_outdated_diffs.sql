-- Diffs that are compared again; the oldest one comes first.
create index diffs_outdated on diffs (suite_id)
  where status = 'processing' and baseline_mark is not null and base_capture_id is null;
