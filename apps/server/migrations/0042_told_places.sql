-- Whether baselines stand at the diff's commit where it found them unchanged (R5): nobody had described the commit by then,
-- the command failed, or the diff does not judge. What was computed before is taken to tell.
alter table diffs add column tells_places boolean not null default true;
