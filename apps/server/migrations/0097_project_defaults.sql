-- Settings of diffs whose maker chose none.
alter table projects
  add column threshold double precision not null default 0.063 check (threshold between 0 and 1),
  add column anti_aliasing boolean not null default true;
