-- Each time that a slot looked different for no reason: a second picture did not confirm the first one, or another
-- capture of the same commit shows something else.
create table flakes (
  capture_id text not null references captures on delete cascade,
  suite_id bigint not null references suites,
  name text collate "C" not null,
  viewport text collate "C" not null,
  primary key (capture_id, name, viewport)
);
create index flakes_by_slot on flakes (suite_id, name, viewport);
