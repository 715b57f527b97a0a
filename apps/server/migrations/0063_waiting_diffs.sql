-- Diffs of a project that wait for a decision, the newest first.
create index diffs_waiting on diffs (project_id, id desc) where status = 'completed' and pending_count > 0;
