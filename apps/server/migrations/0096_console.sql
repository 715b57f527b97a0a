-- What the page of a failed snapshot said on its console.
alter table snapshots add column console jsonb;
