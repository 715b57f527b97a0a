-- How the page of an image was laid out when the image was taken: a blob with the record, deflated. Pages of different slots
-- may look alike and be laid out differently, so each slot that has the image has its own; most records of them are one blob.
create table layout_records (
  project_id text not null,
  image_hash text not null,
  name text not null,
  viewport text not null,
  browser text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- Of the blob.
  bytes int not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (project_id, image_hash, name, viewport, browser),
  foreign key (project_id, image_hash) references images (project_id, hash)
);
create index layout_records_by_hash on layout_records (hash);

-- Records count with the images that they belong to: as bytes, not as files.
create function add_usage_of_layouts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into usage_amounts (project_id, count, amount)
      select project_id, 0, sum(bytes) from added group by 1;
  else
    insert into usage_amounts (project_id, count, amount)
      select project_id, 0, -sum(bytes) from gone group by 1;
  end if;
  return null;
end $$;
create trigger usage_insert after insert on layout_records referencing new table as added
  for each statement execute function add_usage_of_layouts();
create trigger usage_delete after delete on layout_records referencing old table as gone
  for each statement execute function add_usage_of_layouts();
