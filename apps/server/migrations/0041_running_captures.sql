-- What a build of a newer commit may end: captures that have not ended.
create index captures_running on captures (suite_id, branch)
  where completed_at is null and namespace = '' and not ephemeral;
