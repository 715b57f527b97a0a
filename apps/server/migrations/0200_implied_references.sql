-- Foreign keys that others imply: each row of thousands that one statement writes was looked up once more for them.

-- A suite is of a project that exists.
alter table baseline_entries drop constraint baseline_entries_project_id_fkey;
alter table decisions drop constraint decisions_project_id_fkey;
-- A diff is of a suite and of the head capture, and goes before them.
alter table open_reviews
  drop constraint open_reviews_project_id_suite_id_fkey,
  drop constraint open_reviews_project_id_capture_id_fkey;
