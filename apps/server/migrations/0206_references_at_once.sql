-- What the rows of a statement refer to is collected where it is looked up: once for all columns that refer to the same table, without
-- arrays between, and without a second look that tells which are missing as long as none is. The results of a diff and the snapshots of
-- a capture are checked like that, too: in a build, 5,000 rows refer to the same one.
do $migration$
declare
  one record;
begin
  create temporary table reference_at_once on commit drop as
    select * from (values
      ('results', 'diff_id', 'diffs', 'id', true),
      ('results', 'head_hash', 'images', 'hash', false),
      ('results', 'base_hash', 'images', 'hash', false),
      ('results', 'comparison_id', 'comparisons', 'id', false),
      ('snapshots', 'capture_id', 'captures', 'id', true),
      ('snapshots', 'hash', 'images', 'hash', false),
      ('baseline_entries', 'hash', 'images', 'hash', false),
      ('baseline_entries', 'suite_id', 'suites', 'id', false),
      ('baseline_entries', 'capture_id', 'captures', 'id', false),
      ('baseline_entries', 'diff_id', 'diffs', 'id', false),
      ('decisions', 'suite_id', 'suites', 'id', false),
      ('decisions', 'diff_id', 'diffs', 'id', false),
      ('open_reviews', 'diff_id', 'diffs', 'id', true)
    ) given (child, reference_column, parent, key, goes_with_parent);

  for one in
    with wanted as (
      select child, parent, key, string_agg(
        format('select project_id, %1$I as key from added where %1$I is not null', reference_column), ' union ' order by reference_column
      ) rows
      from reference_at_once group by child, parent, key
    )
    select child, string_agg(format($check$
        -- The capture of a snapshot never changes; its image may.
        if tg_op = 'INSERT' or '%2$s' <> 'captures' then
          with wanted as materialized (select distinct project_id, key from (%1$s) referred),
            held as materialized (
              select from wanted join %2$I parent on parent.project_id = wanted.project_id and parent.%3$I = wanted.key
              for key share of parent)
          select (select count(*) from wanted) - (select count(*) from held) into absent;
          if absent > 0 then
            select project_id, key into missing from (%1$s) wanted
              where not exists (select from %2$I parent where parent.project_id = wanted.project_id and parent.%3$I = wanted.key) limit 1;
            raise exception 'project %% has no row of %2$s with the key %%', missing.project_id, missing.key using errcode = '23503';
          end if;
        end if;
      $check$, rows, parent, key), '' order by parent) checks
    from wanted group by child
  loop
    -- Plans are kept, and may have been made while a table was empty: whatever it was, they go through an index.
    execute format($make$
      create or replace function require_for_%1$s() returns trigger language plpgsql
        set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        absent bigint;
        missing record;
      begin
        %2$s
        return null;
      end $$ $make$, one.child, one.checks);
  end loop;

  for one in
    select parent, key, string_agg(format(
        'exists (select from gone join %1$I child on child.project_id = gone.project_id and child.%2$I = gone.%3$I)',
        child, reference_column, key), ' or ' order by child, reference_column)
        filter (where not goes_with_parent) is_referred,
      string_agg(format(
        'delete from %1$I child using gone where child.project_id = gone.project_id and child.%2$I = gone.%3$I;',
        child, reference_column, key), ' ' order by child, reference_column)
        filter (where goes_with_parent) deletions
    from reference_at_once
    where parent in (select parent from reference_at_once where goes_with_parent) group by parent, key
  loop
    execute format($make$
      create or replace function keep_referred_%1$s() returns trigger language plpgsql
        set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      begin
        if %2$s then
          raise exception 'a row of %1$s is referred to' using errcode = '23503';
        end if;
        %3$s
        return null;
      end $$ $make$, one.parent, one.is_referred, one.deletions);
  end loop;

  execute (select format($make$
      create or replace function find_dangling_reference() returns text language sql stable as $$ select coalesce(%s) $$ $make$,
      string_agg(format('(select %3$L from %1$I child
        where %2$I is not null and not exists (select from %4$I where project_id = child.project_id and %5$I = child.%2$I) limit 1)',
        child, reference_column, child || '.' || reference_column, parent, key), ', ' order by child, reference_column))
    from reference_at_once);

  for one in select distinct parent, (
    select format_type(coalesce(nullif(typbasetype, 0), atttypid), null) from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = parent::regclass and attname = key) type from reference_at_once
  loop
    execute format('drop function require_%s(text[], %s[])', one.parent, one.type);
  end loop;
end $migration$;

alter table results drop constraint results_project_id_diff_id_fkey;
alter table snapshots drop constraint snapshots_project_id_capture_id_fkey;

drop trigger same_references on results;
create trigger same_references before update of project_id, diff_id, head_hash, base_hash, comparison_id on results
  for each statement execute function refuse_new_reference();
create trigger same_references before update of project_id, capture_id on snapshots
  for each statement execute function refuse_new_reference();
