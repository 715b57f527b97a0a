alter table idempotency_keys
  -- Ids of what the call makes end with this, whoever works on it: a try whose answer was lost can have made it already.
  add column id_stem text collate "C";
