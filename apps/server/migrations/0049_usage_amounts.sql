-- What a project has, kept by the statements that change it, so that nobody sums up rows of all times. Statements add rows
-- and lock none: uploads in parallel do not wait for each other. Every 500th row folds those before it into one a month.
create table usage_amounts (
  project_id text not null references projects on delete cascade,
  id bigint generated always as identity,
  -- The first day of a month (UTC) for captures that ended, by when they began; null for images that are kept.
  month date,
  count bigint not null,
  -- Bytes of images, or snapshots of captures.
  amount bigint not null,
  primary key (project_id, id)
);

create function fold_usage_amounts() returns trigger language plpgsql as $$
begin
  with folded as (
    delete from usage_amounts where (project_id, id) in (
      select project_id, id from usage_amounts where project_id = new.project_id for update skip locked)
    returning project_id, month, count, amount)
  insert into usage_amounts (project_id, month, count, amount)
    select project_id, month, sum(count), sum(amount) from folded group by 1, 2;
  return null;
end $$;
-- The rows that folding adds can have such a number, too: they must not fold again.
create trigger fold after insert on usage_amounts for each row
  when (new.id % 500 = 0 and pg_trigger_depth() < 2) execute function fold_usage_amounts();

create function add_usage_of_images() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into usage_amounts (project_id, count, amount)
      select project_id, count(*), sum(bytes) from added where removed_at is null group by 1;
  elsif tg_op = 'DELETE' then
    insert into usage_amounts (project_id, count, amount)
      select project_id, -count(*), -sum(bytes) from gone where removed_at is null group by 1;
  else
    insert into usage_amounts (project_id, count, amount)
      select project_id, sum(sign), sum(sign * bytes) from (
        select project_id, 1 sign, bytes from added where removed_at is null
        union all select project_id, -1, bytes from gone where removed_at is null
      ) changed
      group by 1 having sum(sign) <> 0 or sum(sign * bytes) <> 0;
  end if;
  return null;
end $$;
create trigger usage_insert after insert on images referencing new table as added
  for each statement execute function add_usage_of_images();
create trigger usage_update after update on images referencing old table as gone new table as added
  for each statement execute function add_usage_of_images();
create trigger usage_delete after delete on images referencing old table as gone
  for each statement execute function add_usage_of_images();

-- Captures that have not ended change with each upload; those are few, and counted as they are.
create index captures_under_way on captures (project_id) where status in ('pending', 'capturing', 'processing');

create function add_usage_of_capture() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('completed', 'failed') then
    insert into usage_amounts (project_id, month, count, amount)
      values (old.project_id, date_trunc('month', old.created_at at time zone 'utc'), -1, -old.completed_snapshots);
  end if;
  if tg_op <> 'DELETE' and new.status in ('completed', 'failed') then
    insert into usage_amounts (project_id, month, count, amount)
      values (new.project_id, date_trunc('month', new.created_at at time zone 'utc'), 1, new.completed_snapshots);
  end if;
  return null;
end $$;
create trigger usage_insert after insert on captures for each row
  when (new.status in ('completed', 'failed')) execute function add_usage_of_capture();
create trigger usage_delete after delete on captures for each row
  when (old.status in ('completed', 'failed')) execute function add_usage_of_capture();
create trigger usage_update after update on captures for each row
  when (new.status in ('completed', 'failed') and (old.status, old.created_at, old.completed_snapshots)
    is distinct from (new.status, new.created_at, new.completed_snapshots)) execute function add_usage_of_capture();

insert into usage_amounts (project_id, count, amount)
  select project_id, count(*), sum(bytes) from images where removed_at is null group by 1;
insert into usage_amounts (project_id, month, count, amount)
  select project_id, date_trunc('month', created_at at time zone 'utc'), count(*), sum(completed_snapshots)
  from captures where status in ('completed', 'failed') group by 1, 2;
