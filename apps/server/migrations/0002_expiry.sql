-- Deleting a capture or a diff looks for what refers to it.
create index diffs_by_base on diffs (base_capture_id) where base_capture_id is not null;
create index baseline_entries_of_capture on baseline_entries (capture_id);
create index review_session_suites_of_capture on review_session_suites (capture_id);
create index review_session_suites_of_diff on review_session_suites (diff_id);
drop index decisions_of_diff;
create index decisions_of_diff on decisions (diff_id);
