-- How large the two images of a comparison are. A review shows it of each result, and looked both images up for it: a fifth of its
-- time. The images of a comparison never change, since their pixels are its key. Null where an older service compared them.
alter table comparisons
  add column base_width integer,
  add column base_height integer,
  add column head_width integer,
  add column head_height integer,
  add constraint comparisons_sizes check (num_nulls(base_width, base_height, head_width, head_height) in (0, 4)) not valid;

-- Few decisions have more to tell than who made them, and when, which a result says. A review looks it up for each result.
create index decisions_told on decisions (id) where note is not null or required_approvals > 1;
