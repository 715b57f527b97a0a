-- Results and snapshots are partitioned by ranges of the ids of their diffs and captures, which are ordered by time: rows that
-- are past the deployment's age go with their partition. All rows of one diff or capture are in one partition. There is a
-- single one until the service starts others.

-- What belongs to a snapshot refers to its capture: a partition goes without a look at these tables.
alter table traces drop constraint traces_capture_id_name_viewport_browser_fkey,
  add foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade;
alter table accessibility_records drop constraint accessibility_records_capture_id_name_viewport_browser_fkey,
  add foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade;

drop trigger counted_insert on results;
drop trigger counted_delete on results;
drop trigger counted_update on results;

-- No row is copied: the tables that are there become partitions, with their indexes and constraints.
do $$
declare
  place record;
  one record;
  part text;
begin
  for place in select * from (values ('results', 'diff_id'), ('snapshots', 'capture_id')) given (name, key) loop
    part := place.name || '_first';
    execute format('alter table %I rename to %I', place.name, part);
    for one in select relname name from pg_index join pg_class on oid = indexrelid where indrelid = part::regclass loop
      execute format('alter index %I rename to %I', one.name, replace(one.name, place.name, part));
    end loop;
    execute format('create table %I (like %I including defaults including constraints including generated including storage)
      partition by range (%I)', place.name, part, place.key);
    execute format('alter table %I add primary key (%I, name, viewport, browser)', place.name, place.key);
    for one in select conname name, pg_get_constraintdef(oid) text from pg_constraint where conrelid = part::regclass and contype = 'f' loop
      execute format('alter table %I add constraint %I %s', place.name, one.name, one.text);
    end loop;
  end loop;
end $$;

create index results_in_review on results (project_id, name, viewport, browser, diff_id)
  where status in ('changed', 'new', 'removed');
create index results_of_decision on results (decision_id) where decision_id is not null;
alter table results attach partition results_first for values from (minvalue) to (maxvalue);

create index snapshots_with_regions on snapshots (capture_id) where ignored is not null;
alter table snapshots attach partition snapshots_first for values from (minvalue) to (maxvalue);
-- Which snapshots show what an earlier capture took.
create index snapshots_carried on snapshots (carried_from) where carried_from is not null;
create index snapshots_proven on snapshots (proven_from) where proven_from is not null;

-- Up to where rows were removed, as the ids begin that came after.
create table removed_rows (
  before text primary key,
  removed_at timestamptz not null default now()
);

-- What builds accepted whose results were removed. Builds that accepted the same share a set.
create table accepted_sets (
  hash hash256 primary key,
  -- Baselines that results found unchanged.
  observed bigint[] not null,
  -- Baselines of results that were skipped or undecided.
  undecided bigint[] not null,
  -- Decisions that approved results, and beside each the baseline before, or null.
  decisions bigint[] not null,
  bases bigint[] not null,
  check (cardinality(decisions) = cardinality(bases))
);

-- Null until results are about to be removed, and again when they change before that.
alter table diffs add column accepted_set hash256 references accepted_sets;

create or replace function add_to_counts(diff_ids text[], statuses text[], approvals text[], sign int) returns void language sql as $$
  update diffs set
      changed_count = changed_count + sign * counted.changed,
      new_count = new_count + sign * counted."new",
      removed_count = removed_count + sign * counted.removed,
      unchanged_count = unchanged_count + sign * counted.unchanged,
      skipped_count = skipped_count + sign * counted.skipped,
      pending_count = pending_count + sign * counted.pending,
      approved_count = approved_count + sign * counted.approved,
      rejected_count = rejected_count + sign * counted.rejected,
      accepted_set = case when diffs.id < (select 'dif_' || max(before) from removed_rows) then accepted_set end
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
create trigger counted_insert after insert on results referencing new table as added
  for each statement execute function count_results();
create trigger counted_delete after delete on results referencing old table as gone
  for each statement execute function count_results();
create trigger counted_update after update on results referencing old table as gone new table as added
  for each statement execute function count_results();

analyze results;
analyze snapshots;
