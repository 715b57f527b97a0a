-- Most rows of a statement refer to an image or a comparison that no other one refers to. To sort them by what they refer to, and to keep
-- both lists, took as long as to look it up: each row's is looked up and locked as it comes. Of suites, captures and diffs, which thousands
-- of rows share, each is looked up once as before.
do $migration$
declare
  one record;
begin
  create temporary table reference_one_by_one on commit drop as
    select * from (values
      ('results', 'diff_id', 'diffs', 'id', true, null),
      ('results', 'head_hash', 'images', 'hash', false, 'base_hash'),
      ('results', 'base_hash', 'images', 'hash', false, null),
      ('results', 'comparison_id', 'comparisons', 'id', false, null),
      ('snapshots', 'capture_id', 'captures', 'id', true, null),
      ('snapshots', 'hash', 'images', 'hash', false, null),
      ('baseline_entries', 'hash', 'images', 'hash', false, null),
      ('baseline_entries', 'suite_id', 'suites', 'id', true, null),
      ('baseline_entries', 'capture_id', 'captures', 'id', true, null),
      ('baseline_entries', 'diff_id', 'diffs', 'id', true, null),
      ('decisions', 'suite_id', 'suites', 'id', true, null),
      ('decisions', 'diff_id', 'diffs', 'id', true, null),
      ('open_reviews', 'diff_id', 'diffs', 'id', true, null)
    ) given (child, reference_column, parent, key, is_shared, often_equal);

  for one in
    with wanted as (
      select child, parent, key, is_shared, string_agg(
        format('select project_id, %1$I as key from added where %1$I is not null', reference_column)
          || coalesce(' and ' || reference_column || ' is distinct from ' || often_equal, ''),
        ' union all ' order by reference_column
      ) rows
      from reference_one_by_one group by child, parent, key, is_shared
    )
    select child, string_agg(format($check$
        -- The capture of a snapshot never changes; its image may.
        if tg_op = 'INSERT' or '%2$s' <> 'captures' then
          select count(*) into absent from (%4$s) wanted
            left join lateral (
              select true found from %2$I parent where parent.project_id = wanted.project_id and parent.%3$I = wanted.key
              for key share
            ) held on true
            where held.found is null;
          if absent > 0 then
            select project_id, key into missing from (%1$s) wanted
              where not exists (select from %2$I parent where parent.project_id = wanted.project_id and parent.%3$I = wanted.key) limit 1;
            raise exception 'project %% has no row of %2$s with the key %%', missing.project_id, missing.key using errcode = '23503';
          end if;
        end if;
      $check$, rows, parent, key, case when is_shared then format('select distinct project_id, key from (%s) referred', rows) else rows end),
      '' order by parent) checks
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
end $migration$;
