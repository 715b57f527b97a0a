-- When an image was last needed by a capture or diff that has ended; null before that is known. Found from the ids below, in
-- the order in which they ended: nobody reads the rows of a capture or diff twice to know what of all times is needed.
alter table images add column needed_at timestamptz;

-- Captures and diffs that ended, and whose images are not yet known to be needed: written by the transaction that ends
-- them, and deleted by the one that notes their images.
create table ended_uses (
  project_id text not null references projects on delete cascade,
  id bigint generated always as identity,
  capture_id text,
  diff_id text,
  primary key (project_id, id),
  check (num_nonnulls(capture_id, diff_id) = 1)
);

create function add_ended_use() returns trigger language plpgsql as $$
begin
  insert into ended_uses (project_id, capture_id, diff_id)
    values (new.project_id, case tg_table_name when 'captures' then new.id end, case tg_table_name when 'diffs' then new.id end);
  return null;
end $$;
create trigger ended_insert after insert on captures for each row
  when (new.status in ('completed', 'failed')) execute function add_ended_use();
create trigger ended_update after update on captures for each row
  when (new.status in ('completed', 'failed')
    and (old.status, old.created_at, old.completed_at) is distinct from (new.status, new.created_at, new.completed_at))
  execute function add_ended_use();
create trigger ended_insert after insert on diffs for each row
  when (new.status in ('completed', 'failed')) execute function add_ended_use();
create trigger ended_update after update on diffs for each row
  when (new.status in ('completed', 'failed')
    and (old.status, old.completed_at) is distinct from (new.status, new.completed_at))
  execute function add_ended_use();

insert into ended_uses (project_id, capture_id)
  select project_id, id from captures where status in ('completed', 'failed') order by id;
insert into ended_uses (project_id, diff_id)
  select project_id, id from diffs where status in ('completed', 'failed') order by id;

create index diffs_under_way on diffs (project_id) where status = 'processing';

-- Files are known by the image that they were stored as, and forgotten with it.
create index image_sources_by_image on image_sources (project_id, hash);
delete from image_sources source where not exists (
  select from images where images.project_id = source.project_id and images.hash = source.hash and removed_at is null);
