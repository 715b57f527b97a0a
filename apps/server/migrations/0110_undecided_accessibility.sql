-- Reviewable accessibility changes of a diff that nobody has decided about, kept by the statements that change them: lists of
-- what waits for a review find them by an index.
alter table diffs add column pending_accessibility_count int not null default 0;

create function count_accessibility() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update diffs set pending_accessibility_count = pending_accessibility_count - counted.pending
      from (select diff_id, count(*) pending from gone where reviewed and approval_status = 'pending' group by 1) counted
      where diffs.id = counted.diff_id;
  end if;
  if tg_op <> 'DELETE' then
    update diffs set pending_accessibility_count = pending_accessibility_count + counted.pending
      from (select diff_id, count(*) pending from added where reviewed and approval_status = 'pending' group by 1) counted
      where diffs.id = counted.diff_id;
  end if;
  return null;
end $$;
create trigger counted_insert after insert on accessibility_changes referencing new table as added
  for each statement execute function count_accessibility();
create trigger counted_delete after delete on accessibility_changes referencing old table as gone
  for each statement execute function count_accessibility();
create trigger counted_update after update on accessibility_changes referencing old table as gone new table as added
  for each statement execute function count_accessibility();

update diffs set pending_accessibility_count = counted.pending
  from (
    select diff_id, count(*) pending from accessibility_changes where reviewed and approval_status = 'pending' group by 1
  ) counted
  where diffs.id = counted.diff_id;

-- In place of diffs_waiting.
create index diffs_undecided on diffs (project_id, id desc)
  where status = 'completed' and (pending_count > 0 or pending_accessibility_count > 0);
drop index diffs_waiting;
