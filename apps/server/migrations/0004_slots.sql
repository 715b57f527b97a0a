-- The browser, or the project of a runner, that took a snapshot is part of its slot (R1); empty for none. Only earlier
-- rows have it by default: a new row says it.

alter table snapshots add column browser text collate "C" not null default '';
alter table snapshots alter column browser drop default, drop constraint snapshots_pkey,
  add primary key (capture_id, name, viewport, browser);

alter table flakes add column browser text collate "C" not null default '';
alter table flakes alter column browser drop default, drop constraint flakes_pkey,
  add primary key (capture_id, name, viewport, browser);
drop index flakes_by_slot;
create index flakes_by_slot on flakes (suite_id, name, viewport, browser);

alter table results add column browser text collate "C" not null default '';
alter table results alter column browser drop default, drop constraint results_pkey,
  add primary key (diff_id, name, viewport, browser);
drop index results_in_review;
create index results_in_review on results (project_id, name, viewport, browser, diff_id)
  where status in ('changed', 'new', 'removed');

alter table baseline_entries add column browser text collate "C" not null default '';
alter table baseline_entries alter column browser drop default;
drop index baseline_entries_active, baseline_entries_log, baseline_entries_of_slot;
create index baseline_entries_active
  on baseline_entries (suite_id, namespace, branch, name, viewport, browser, id desc) where revoked_seq is null;
create index baseline_entries_log on baseline_entries (suite_id, namespace, branch, name, viewport, browser, id desc);
create index baseline_entries_of_slot on baseline_entries (suite_id, name, viewport, browser, id desc);

alter table decisions add column browser text collate "C" not null default '';
alter table decisions alter column browser drop default;
drop index decisions_of_slot;
create index decisions_of_slot on decisions (suite_id, name, viewport, browser, id desc);

alter table open_reviews add column browser text collate "C" not null default '';
alter table open_reviews alter column browser drop default, drop constraint open_reviews_pkey,
  add primary key (suite_id, namespace, branch, name, viewport, browser);
