-- Counts of a diff's results, kept by the statements that change results, so that lists do not count rows.

alter table diffs
  add column changed_count int not null default 0,
  add column new_count int not null default 0,
  add column removed_count int not null default 0,
  add column unchanged_count int not null default 0,
  add column skipped_count int not null default 0,
  add column pending_count int not null default 0,
  -- Without results that need no review, which are approved from the start.
  add column approved_count int not null default 0,
  add column rejected_count int not null default 0;

-- Adds results to the counts of their diffs, `sign` times each.
create function add_to_counts(diff_ids text[], statuses text[], approvals text[], sign int) returns void language sql as $$
  update diffs set
      changed_count = changed_count + sign * counted.changed,
      new_count = new_count + sign * counted."new",
      removed_count = removed_count + sign * counted.removed,
      unchanged_count = unchanged_count + sign * counted.unchanged,
      skipped_count = skipped_count + sign * counted.skipped,
      pending_count = pending_count + sign * counted.pending,
      approved_count = approved_count + sign * counted.approved,
      rejected_count = rejected_count + sign * counted.rejected
    from (
      select diff_id,
        count(*) filter (where status = 'changed') changed,
        count(*) filter (where status = 'new') "new",
        count(*) filter (where status = 'removed') removed,
        count(*) filter (where status = 'unchanged') unchanged,
        count(*) filter (where status = 'skipped') skipped,
        count(*) filter (where approval = 'pending') pending,
        count(*) filter (where approval = 'approved' and status in ('changed', 'new', 'removed')) approved,
        count(*) filter (where approval = 'rejected') rejected
      from unnest(diff_ids, statuses, approvals) result (diff_id, status, approval) group by diff_id
    ) counted
    where diffs.id = counted.diff_id
$$;

create function count_results() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_counts(array_agg(diff_id), array_agg(status), array_agg(approval_status), -1) from gone;
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_counts(array_agg(diff_id), array_agg(status), array_agg(approval_status), 1) from added;
  end if;
  return null;
end $$;

create trigger counted_insert after insert on results referencing new table as added
  for each statement execute function count_results();
create trigger counted_delete after delete on results referencing old table as gone
  for each statement execute function count_results();
create trigger counted_update after update on results referencing old table as gone new table as added
  for each statement execute function count_results();

do $$ begin
  perform add_to_counts(array_agg(diff_id), array_agg(status), array_agg(approval_status), 1) from results group by diff_id;
end $$;

create index diffs_in_review on diffs (suite_id, id desc)
  where status = 'completed' and (pending_count > 0 or rejected_count > 0);

-- What happened to the baselines of a suite since a diff was computed.
create index baseline_entries_newest on baseline_entries (suite_id, id);
create index baseline_entries_revoked on baseline_entries (suite_id, revoked_seq) where revoked_seq is not null;

create index captures_by_suite on captures (suite_id, created_at desc);

-- Statements read at most some thousands of rows by indexes, from disks without heads to move. Where the planner takes one
-- for larger, compiling it, starting workers, or hashing a whole table costs more than the rest. Only the owner of the
-- database may say so; without that right its settings stay.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
  execute format('alter database %I set max_parallel_workers_per_gather = 0', current_database());
  execute format('alter database %I set random_page_cost = 1.1', current_database());
exception when insufficient_privilege then
  raise notice 'the settings of the planner stay as they are';
end $$;
