-- Where a process keeps its blobs. Processes of one deployment have a place in common.
alter table processes add column blob_places text[] not null default '{disk}';
