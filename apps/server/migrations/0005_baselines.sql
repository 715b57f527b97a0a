-- What a head is compared with is told by the commits that it has seen (R5, R7).
alter table baseline_entries
  -- Pixel hash of the image; null for a tombstone. Kept here, since the image may be removed.
  add column pixels text,
  -- The oldest and the newest of the commits at which the entry stands.
  add column places text[] not null default '{}',
  -- The entry that the branch's target had for the head when this one was approved.
  add column root_id bigint,
  -- The decision that made it, which is of another diff where it was remembered (R16); null without one.
  add column decision_id bigint,
  -- A standing entry of the same log and slot that descends from this one. Those without are searched first: the number
  -- of the others grows with history.
  add column covered_by bigint;

drop trigger append_only on baseline_entries;
update baseline_entries entry set pixels = images.pixel_hash
  from images where images.project_id = entry.project_id and images.hash = entry.hash;
update baseline_entries set places = array[commit] where commit is not null;
update baseline_entries entry set covered_by = newer.id from (
  select id, lead(id) over (
    partition by suite_id, namespace, branch, name, viewport, browser order by id
  ) next from baseline_entries where revoked_seq is null
) older join baseline_entries newer on newer.id = older.next
where entry.id = older.id;

-- Two columns follow what becomes known of the commits; the rest of the log is append-only.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if old.revoked_seq is not null and new.revoked_seq is distinct from old.revoked_seq
    or to_jsonb(new) - '{revoked_seq,places,covered_by}'::text[] <> to_jsonb(old) - '{revoked_seq,places,covered_by}'::text[]
  then
    raise exception 'a baseline entry is revoked once and never changed' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger append_only before update on baseline_entries for each row execute function refuse_rewriting();

drop index baseline_entries_active;
create index baseline_entries_active
  on baseline_entries (suite_id, namespace, branch, name, viewport, browser, id desc)
  where revoked_seq is null and covered_by is null;
create index baseline_entries_covered on baseline_entries (covered_by) where covered_by is not null;
create index baseline_entries_of_decision on baseline_entries (decision_id) where decision_id is not null;

-- A decision is about images: thresholds do not matter to it (R16).
alter table decisions
  drop column threshold,
  drop column anti_aliasing,
  -- What the target had for the head; null where it had nothing.
  add column target_pixels text,
  -- The run approved itself, so that no person looked (R18).
  add column automatic boolean not null default false;
update decisions set target_pixels = base_pixels, automatic = actor = 'auto-approve';

alter table results
  -- The baseline that the base image is from, and why this one (R9); null where it is a capture, or there is none.
  add column base_entry_id bigint,
  add column base_reason text,
  -- What the target has approved since.
  add column newer_entry_id bigint,
  -- The decision that the result shows.
  add column decision_id bigint;
update results set decision_id = (
  select max(decisions.id) from decisions
  where decisions.name = results.name and decisions.viewport = results.viewport and decisions.browser = results.browser
    and decisions.revoked_at is null and decisions.kind = results.approval_status
    and decisions.diff_id = case when results.baseline_source like 'approval:%'
      then substr(results.baseline_source, 10) else results.diff_id end
) where status in ('changed', 'new', 'removed') and approval_status <> 'pending';
alter table baseline_entries disable trigger append_only;
update baseline_entries entry set decision_id = results.decision_id
  from results
  where results.diff_id = entry.diff_id and results.name = entry.name and results.viewport = entry.viewport
    and results.browser = entry.browser;
alter table baseline_entries enable trigger append_only;
create index results_of_decision on results (decision_id) where decision_id is not null;

-- Undecided results of a branch, from builds of which none supersedes the other.
alter table open_reviews drop constraint open_reviews_pkey;
alter table open_reviews add primary key (suite_id, namespace, branch, name, viewport, browser, capture_id);

-- What the default branch was called before (R42), oldest first, each with the newest number in `baseline_sequence` of its
-- time: up to there its log is that of the default branch.
alter table projects add column former_branches jsonb not null default '[]';
create index captures_by_branch on captures (suite_id, namespace, branch, id desc);
