-- Old results and snapshots go while others write: what stays is copied first, and what changes meanwhile is noted here by
-- triggers that are only there for that time.
create table removal_changes (
  seq bigint generated always as identity primary key,
  -- 'results' and 'snapshots' with a slot; 'captures', 'diffs' and 'suites' without.
  source text not null,
  id text not null,
  name text collate "C",
  viewport text collate "C",
  browser text collate "C",
  -- It is being copied.
  taken boolean not null default false
);

-- Copies that are no partitions yet, and partitions that no longer are: dropped by the next removal if this one is interrupted.
create table removal_leftovers (
  name text primary key,
  -- A copy that is being filled. Its removal has been given up once this is false.
  copying boolean not null default false
);

-- Notes what the statement changed that decides about rows of ids before `until`, its argument.
create function note_removal_change() returns trigger language plpgsql as $$
declare
  until text := tg_argv[0];
begin
  case tg_table_name
    when 'results' then
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
