-- Whether what belongs to the removed rows went as well. What an older service removed is looked at once more.
alter table removed_rows add column cleaned boolean not null default false;
