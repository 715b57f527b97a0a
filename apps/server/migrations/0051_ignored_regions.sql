-- Few snapshots have regions that are ignored; which those of a capture are is asked for each comparison.
create index snapshots_with_regions on snapshots (capture_id) where ignored is not null;
