-- The life of one snapshot is read by its slot: what came up for review, what was decided and what became a baseline.
create index results_in_review on results (project_id, name, viewport, diff_id)
  where status in ('changed', 'new', 'removed');
drop index decisions_of_transition;
create index decisions_of_slot on decisions (suite_id, name, viewport, id desc);
create index baseline_entries_of_slot on baseline_entries (suite_id, name, viewport, id desc);
create index review_sessions_by_project on review_sessions (project_id, created_at desc, id desc);
