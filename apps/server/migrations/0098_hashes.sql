-- Hashes are kept as their 32 bytes, in half of the room of their digits. The store writes and reads digits, see bytea.ts.
create domain hash256 as bytea check (octet_length(value) = 32);

-- Foreign keys take the columns of both tables with them: also of tables that are not named here. Constraints that
-- compared digits go; those that others refer to come back as they were.
do $$
declare
  one record;
  undone text[] := '{}';
begin
  create temporary table converted on commit drop as
    with recursive named (table_name, column_name) as (
      select * from (values
        ('baseline_entries', 'hash'), ('baseline_entries', 'pixels'), ('blob_removals', 'hash'), ('client_packages', 'hash'),
        ('comment_threads', 'image_hash'), ('comparison_causes', 'base_layout'), ('comparison_causes', 'head_layout'),
        ('comparisons', 'base_pixels'), ('comparisons', 'head_pixels'), ('comparisons', 'mask_hash'),
        ('comparisons', 'aligned_mask_hash'), ('comparisons', 'thumbnail_hash'), ('decisions', 'base_pixels'),
        ('decisions', 'head_pixels'), ('decisions', 'target_pixels'), ('image_sources', 'source_hash'),
        ('image_sources', 'hash'), ('images', 'hash'), ('images', 'pixel_hash'), ('layout_records', 'image_hash'),
        ('layout_records', 'hash'), ('manifest_files', 'hash'), ('results', 'head_hash'), ('results', 'base_hash'),
        ('results', 'mask_hash'), ('site_files', 'hash'), ('sites', 'archive_hash'), ('snapshot_attempts', 'hash'),
        ('snapshots', 'hash'), ('traces', 'hash')) given
    ), columns as (
      select attrelid, attnum from named
      join pg_attribute on attrelid = to_regclass(table_name) and attname = column_name
      union
      select conrelid, conkey[place] from columns
      join pg_constraint on contype = 'f' and confrelid = columns.attrelid
      cross join lateral generate_subscripts(confkey, 1) place
      where confkey[place] = columns.attnum
    )
    select attrelid, attnum, attname from columns join pg_attribute using (attrelid, attnum)
    where atttypid = 'text'::regtype;

  for one in
    select distinct pg_constraint.oid, conrelid::regclass place, conname, contype, pg_get_constraintdef(pg_constraint.oid) text
    from pg_constraint join converted on (conrelid = attrelid and attnum = any(conkey)) or (confrelid = attrelid and attnum = any(confkey))
    where contype = 'f' or (contype = 'c' and pg_get_constraintdef(pg_constraint.oid) like '%~%')
  loop
    execute format('alter table %s drop constraint %I', one.place, one.conname);
    if one.contype = 'f' then
      undone := undone || format('alter table %s add constraint %I %s', one.place, one.conname, one.text);
    end if;
  end loop;

  for one in
    select attrelid::regclass place,
      string_agg(format('alter column %1$I type hash256 using decode(%1$I, ''hex'')', attname), ', ') text
    from converted group by attrelid
  loop
    execute format('alter table %s %s', one.place, one.text);
  end loop;

  foreach one.text in array undone loop
    execute one.text;
  end loop;
end $$;

-- By their bodies; other ids are those of deliveries.
update received_webhooks set id = 'sha256:' || id where id ~ '^[0-9a-f]{64}$';

-- Of the boxes that it left out; empty where it left out none.
alter table comparisons alter column ignored type bytea using decode(ignored, 'hex');
