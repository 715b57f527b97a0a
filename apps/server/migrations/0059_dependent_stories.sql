-- The story looked different after others on the same page, so it gets a document of its own in later captures.
alter table snapshots add column is_dependent boolean not null default false;
