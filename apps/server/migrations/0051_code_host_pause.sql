-- Until when the host of a project asked to be left alone.
alter table code_hosts add column paused_until timestamptz;
