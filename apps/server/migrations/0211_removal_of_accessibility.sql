-- Notes changes of what waits for a review of its accessibility, too. A change that was rejected, or whose approval was taken back, while
-- old rows were copied would lose its result, and the check of its commit would no longer see it.
create or replace function note_removal_change() returns trigger language plpgsql as $$
declare
  until text := tg_argv[0];
begin
  case tg_table_name
    when 'results', 'accessibility_changes' then
      insert into removal_changes (source, id, name, viewport, browser)
        select 'results', diff_id, name, viewport, browser from touched where diff_id < 'dif_' || until;
    when 'snapshots' then
      insert into removal_changes (source, id, name, viewport, browser)
        select 'snapshots', capture_id, name, viewport, browser from touched where capture_id < 'cap_' || until
        union all
        select 'snapshots', origin, name, viewport, browser
          from touched cross join lateral (values (carried_from), (proven_from)) taken (origin)
          where origin < 'cap_' || until;
    when 'baseline_entries' then
      insert into removal_changes (source, id, name, viewport, browser)
        select 'snapshots', capture_id, name, viewport, browser from touched where capture_id < 'cap_' || until;
    when 'open_reviews' then
      insert into removal_changes (source, id, name, viewport, browser)
        select 'snapshots', capture_id, name, viewport, browser from touched where capture_id < 'cap_' || until
        union all
        select 'results', diff_id, name, viewport, browser from touched where diff_id < 'dif_' || until;
    when 'captures' then
      insert into removal_changes (source, id)
        select 'captures', id from touched union all select distinct 'suites', suite_id::text from touched;
    when 'diffs' then
      insert into removal_changes (source, id) select 'diffs', id from touched;
    when 'projects' then
      insert into removal_changes (source, id)
        select 'suites', suites.id::text from suites join touched on touched.id = suites.project_id;
  end case;
  return null;
end $$;
