-- What must never be, whatever the code does.

-- Legal status moves (R27), as domain/statusMoves.ts lists them; a test compares the two.
create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not (tg_argv[0]::jsonb -> old.status ? new.status) then
    raise exception '% does not move from % to %', tg_table_name, old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create trigger legal_move before update of status on captures for each row execute function refuse_illegal_move(
  '{"pending": ["capturing", "processing", "completed", "failed"], "capturing": ["processing", "completed", "failed"],
    "processing": ["completed", "failed"], "completed": [], "failed": []}');
create trigger legal_move before update of status on diffs for each row execute function refuse_illegal_move(
  '{"processing": ["completed", "failed"], "completed": ["processing"], "failed": ["processing"]}');
create trigger legal_move before update of status on sites for each row execute function refuse_illegal_move(
  '{"pending": ["uploading", "failed"], "uploading": ["ready", "failed"], "ready": [], "failed": []}');

-- The log of baselines only grows: an entry may be revoked once, and goes only with its project (R5).
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if old.revoked_seq is not null or to_jsonb(new) - 'revoked_seq' <> to_jsonb(old) - 'revoked_seq' then
    raise exception 'a baseline entry is revoked once and never changed' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger append_only before update on baseline_entries for each row execute function refuse_rewriting();

-- A session ends once (R22).
create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if coalesce(old.completed_at, old.expired_at) is not null then
    raise exception 'session % has ended', old.id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger ends_once before update on review_sessions for each row execute function refuse_second_end();

-- Whatever refers to two things refers to two things of one project.
alter table diffs
  add unique (project_id, id),
  drop constraint diffs_base_capture_id_fkey,
  add foreign key (project_id, base_capture_id) references captures (project_id, id);
alter table baseline_entries
  drop constraint baseline_entries_diff_id_fkey,
  add foreign key (project_id, diff_id) references diffs (project_id, id);
alter table decisions
  drop constraint decisions_diff_id_fkey,
  add foreign key (project_id, diff_id) references diffs (project_id, id),
  add foreign key (project_id, suite_id) references suites (project_id, id);
alter table review_session_suites
  drop constraint review_session_suites_suite_id_fkey,
  drop constraint review_session_suites_capture_id_fkey,
  drop constraint review_session_suites_diff_id_fkey,
  add foreign key (project_id, suite_id) references suites (project_id, id),
  add foreign key (project_id, capture_id) references captures (project_id, id),
  add foreign key (project_id, diff_id) references diffs (project_id, id);
alter table open_reviews
  drop constraint open_reviews_diff_id_fkey,
  add foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade;
alter table check_runs
  drop constraint check_runs_diff_id_fkey,
  add foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade;

alter table snapshots add column project_id text;
update snapshots set project_id = captures.project_id from captures where captures.id = snapshots.capture_id;
alter table snapshots
  alter column project_id set not null,
  drop constraint snapshots_capture_id_fkey,
  add foreign key (project_id, capture_id) references captures (project_id, id) on delete cascade,
  add foreign key (project_id, hash) references images (project_id, hash);

alter table results add column project_id text;
update results set project_id = diffs.project_id from diffs where diffs.id = results.diff_id;
alter table results
  alter column project_id set not null,
  drop constraint results_diff_id_fkey,
  add foreign key (project_id, diff_id) references diffs (project_id, id) on delete cascade,
  add foreign key (project_id, head_hash) references images (project_id, hash),
  add foreign key (project_id, base_hash) references images (project_id, hash);
