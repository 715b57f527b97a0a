-- A build of 5,000 snapshots refers to as many images, and a foreign key looks up, and locks, the row that each refers to in a query of
-- its own: half of the time of writing results, and more. Here those of all rows of a statement are looked up and locked in one
-- query. What holds is the same: no row refers to one that is not there, or to one of another project; and while one is about to be
-- referred to, nobody deletes it.
create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are known by their key, which never changes', tg_table_name using errcode = '23514';
end $$;
create function refuse_new_reference() returns trigger language plpgsql as $$
begin
  raise exception 'what a row of % refers to never changes', tg_table_name using errcode = '23514';
end $$;

do $migration$
declare
  one record;
begin
  create temporary table reference on commit drop as
    select *, (
        select format_type(coalesce(nullif(typbasetype, 0), atttypid), null) from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = parent::regclass and attname = key) type
    from (values
      ('results', 'head_hash', 'images', 'hash', false),
      ('results', 'base_hash', 'images', 'hash', false),
      ('results', 'comparison_id', 'comparisons', 'id', false),
      ('snapshots', 'hash', 'images', 'hash', false),
      ('baseline_entries', 'hash', 'images', 'hash', false),
      ('baseline_entries', 'suite_id', 'suites', 'id', false),
      ('baseline_entries', 'capture_id', 'captures', 'id', false),
      ('baseline_entries', 'diff_id', 'diffs', 'id', false),
      ('decisions', 'suite_id', 'suites', 'id', false),
      ('decisions', 'diff_id', 'diffs', 'id', false),
      ('open_reviews', 'diff_id', 'diffs', 'id', true)
    ) given (child, reference_column, parent, key, goes_with_parent);

  -- Plans are kept, and may have been made while a table was empty: whatever it was, they go through an index.
  for one in select distinct parent, key, type from reference loop
    execute format($make$
      create function require_%1$s(project_ids text[], keys %3$s[]) returns void language plpgsql
        set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        missing record;
      begin
        with wanted as materialized (select distinct project_id, %2$I from unnest(project_ids, keys) one (project_id, %2$I)),
          held as materialized (
            select project_id, %2$I from wanted join %1$I using (project_id, %2$I) for key share of %1$I)
        select project_id, %2$I as key into missing from wanted where (project_id, %2$I) not in (table held) limit 1;
        if found then
          raise exception 'project %% has no row of %1$s with the key %%', missing.project_id, missing.key using errcode = '23503';
        end if;
      end $$ $make$, one.parent, one.key, one.type);
  end loop;

  for one in
    select child, string_agg(format(
      'perform require_%1$s(array_agg(project_id), array_agg(%2$I::%3$s)) from added where %2$I is not null;',
      parent, reference_column, type), ' ' order by parent, reference_column) checks
    from reference group by child
  loop
    execute format($make$
      create function require_for_%1$s() returns trigger language plpgsql as $$
      begin
        %2$s
        return null;
      end $$ $make$, one.child, one.checks);
    execute format($make$
      create trigger required after insert on %1$I referencing new table as added
        for each statement execute function require_for_%1$s() $make$, one.child);
  end loop;

  for one in
    select parent, key, string_agg(format(
        'exists (select from gone join %1$I child on child.project_id = gone.project_id and child.%2$I = gone.%3$I)',
        child, reference_column, key), ' or ' order by child, reference_column)
        filter (where not goes_with_parent) is_referred,
      string_agg(format(
        'delete from %1$I child using gone where child.project_id = gone.project_id and child.%2$I = gone.%3$I;',
        child, reference_column, key), ' ' order by child, reference_column) filter (where goes_with_parent) deletions
    from reference group by parent, key
  loop
    execute format($make$
      create function keep_referred_%1$s() returns trigger language plpgsql as $$
      begin
        if %2$s then
          raise exception 'a row of %1$s is referred to' using errcode = '23503';
        end if;
        %3$s
        return null;
      end $$ $make$, one.parent, one.is_referred, one.deletions);
    execute format($make$
      create trigger referred after delete on %1$I referencing old table as gone
        for each statement execute function keep_referred_%1$s() $make$, one.parent);
    execute format($make$
      create trigger same_key before update of project_id, %2$I on %1$I
        for each statement execute function refuse_new_key() $make$, one.parent, one.key);
  end loop;

  execute (select format($make$
      create function find_dangling_reference() returns text language sql stable as $$ select coalesce(%s) $$ $make$,
      string_agg(format('(select %3$L from %1$I child
        where %2$I is not null and not exists (select from %4$I where project_id = child.project_id and %5$I = child.%2$I) limit 1)',
        child, reference_column, child || '.' || reference_column, parent, key), ', ' order by child, reference_column))
    from reference);

  for one in
    select conrelid::regclass place, conname name
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    join reference on child::regclass = conrelid and reference_column = attname and parent::regclass = confrelid
    where contype = 'f' and conparentid = 0
  loop
    execute format('alter table %s drop constraint %I', one.place, one.name);
  end loop;
end $migration$;

create trigger same_references before update of project_id, head_hash, base_hash, comparison_id on results
  for each statement execute function refuse_new_reference();
create trigger same_references before update of project_id, suite_id, diff_id on decisions
  for each statement execute function refuse_new_reference();
-- A snapshot gets its image when it has been captured, and an open review is of the newest diff. Entries never change:
-- `append_only` sees to that.
create trigger required_later after update on snapshots referencing new table as added
  for each statement execute function require_for_snapshots();
create trigger required_later after update on open_reviews referencing new table as added
  for each statement execute function require_for_open_reviews();
