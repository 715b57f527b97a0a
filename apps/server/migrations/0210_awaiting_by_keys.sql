-- What waits for a further approval is looked up by keys, one decision of the suite after the other. A planner that did not know how
-- many wait looked through the results of all builds that show a decision, and through all builds: 4 million rows for 20 builds with
-- 1,000 such results, and the square of that for more builds.
create or replace function awaiting_in(asked text)
returns table (name text, viewport text, browser text, decision_id bigint, resting boolean, captured boolean) language sql stable as $$
  select waiting.name, waiting.viewport, waiting.browser, waiting.id, false, true
  from (select suite_id from diffs where id = asked offset 0) build
  cross join lateral (
    select id, name, viewport, browser from decisions
    where suite_id = build.suite_id and missing_approvals > 0 and revoked_at is null offset 0
  ) waiting
  cross join lateral (
    select decision_id, approval_status from results
    where diff_id = asked and name = waiting.name and viewport = waiting.viewport and browser = waiting.browser offset 0
  ) own
  where own.decision_id = waiting.id and own.approval_status = 'approved'
  union all
  select entry.name, entry.viewport, entry.browser, waiting.id, true, own.status is not distinct from 'unchanged'
  from (
    select diffs.suite_id, captures.branch from diffs join captures on captures.id = diffs.head_capture_id
    where diffs.id = asked and diffs.status = 'completed' and diffs.base_capture_id is null offset 0
  ) build
  cross join lateral (
    select id, branch, diff_id, head_pixels from decisions
    where suite_id = build.suite_id and missing_approvals > 0 and revoked_at is null offset 0
  ) waiting
  cross join lateral (
    select id, name, viewport, browser from baseline_entries
    where decision_id = waiting.id and revoked_seq is null and (branch = build.branch or waiting.branch = build.branch) offset 0
  ) entry
  left join lateral (
    select true shown, base_entry_id, status from results
    where diff_id = asked and name = entry.name and viewport = entry.viewport and browser = entry.browser offset 0
  ) own on true
  where case
    when own.shown is null then waiting.head_pixels is null and waiting.diff_id < asked
    else own.base_entry_id = entry.id and own.status in ('unchanged', 'skipped') end
$$;
