-- How many people have to approve a change before its check passes (R57).
alter table projects add column required_approvals smallint not null default 1 check (required_approvals between 1 and 2);

alter table decisions
  -- As many as the project asked for when it was made; 1 for everything but approvals that promote for all.
  add column required_approvals smallint not null default 1,
  -- Those of them that are yet to come. What no person decided, or a key, counts as no approval.
  add column missing_approvals smallint not null default 0;
create index decisions_awaiting on decisions (suite_id, id) where missing_approvals > 0 and revoked_at is null;

-- Who approved, the first one included, where more than one has to.
create table decision_approvals (
  decision_id bigint not null references decisions on delete cascade,
  -- For people to read: `user:Ada`; and the same with an id, which no other principal has.
  actor text not null,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (decision_id, actor_id)
);

-- The decisions of which a diff shows that an approval is missing: about its own results, or (`resting`) those on which a
-- build of the branch rests because it looks the same. Of a removal nothing is left in a later build.
create function awaiting_in(asked text)
returns table (name text, viewport text, browser text, decision_id bigint, resting boolean, captured boolean) language sql stable as $$
  select results.name, results.viewport, results.browser, decisions.id, false, true
  from results join decisions on decisions.id = results.decision_id
  where results.diff_id = asked and decisions.missing_approvals > 0 and decisions.revoked_at is null
    and results.approval_status = 'approved'
  union all
  select entry.name, entry.viewport, entry.browser, decisions.id, true, results.status is not distinct from 'unchanged'
  from diffs
  join captures head on head.id = diffs.head_capture_id
  join decisions on decisions.suite_id = diffs.suite_id and decisions.missing_approvals > 0 and decisions.revoked_at is null
  join baseline_entries entry on entry.decision_id = decisions.id and entry.revoked_seq is null
    and (entry.branch = head.branch or decisions.branch = head.branch)
  left join results on results.diff_id = diffs.id and results.name = entry.name and results.viewport = entry.viewport
    and results.browser = entry.browser
  where diffs.id = asked and diffs.status = 'completed' and diffs.base_capture_id is null and case
    when results.diff_id is null then decisions.head_pixels is null and decisions.diff_id < diffs.id
    else results.base_entry_id = entry.id and results.status in ('unchanged', 'skipped') end
$$;

-- Kept by the statements that change results or approvals, so that lists do not count rows.
alter table diffs add column awaiting_count int not null default 0;
create index diffs_to_review on diffs (project_id, id desc)
  where status = 'completed' and (pending_count > 0 or pending_accessibility_count > 0 or awaiting_count > 0);
create index diffs_awaiting on diffs (suite_id, id) where awaiting_count > 0;
drop index diffs_undecided;
