-- Why a result changed: what the layout records of its two images tell. It belongs to a comparison and to the slot whose records
-- they are, so that results of several diffs with the same images share it.
create table comparison_causes (
  comparison_id bigint not null references comparisons on delete cascade,
  name text not null,
  viewport text not null,
  browser text not null,
  -- The records that were compared, by the hashes of their blobs.
  base_layout text not null,
  head_layout text not null,
  causes jsonb not null,
  -- Of the elements of each cause; read for one result at a time.
  boxes jsonb not null,
  primary key (comparison_id, name, viewport, browser)
);
