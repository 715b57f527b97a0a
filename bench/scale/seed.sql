-- The history of a project: 20 suites, one of 5,000 snapshots and 19 of 500, built again and again; one snapshot in a
-- hundred changes in a build. Every third build is of main, the others each of a branch of its own. Constraints are
-- checked by the service that wrote such rows, so they are not checked again here.
-- $1 project, $2 builds; both are put in by the program, since a script of several statements takes no parameters.

set session_replication_role = replica;
set synchronous_commit = off;

insert into suites (project_id, name) select '$1', 'suite-' || n from generate_series(0, 19) n;

create temporary table slots as
  select suites.id suite_id, n, 'Component ' || n / 10 || '/Story ' || n % 10 name
  from suites cross join lateral generate_series(0, case when suites.name = 'suite-0' then 4999 else 499 end) n
  where project_id = '$1';

create temporary table looks as
  select suite_id, n, version, sha256((suite_id || ' ' || n || ' ' || version)::bytea) hash
  from slots cross join generate_series(0, 3) version;
create index on looks (suite_id, n, version);

insert into images (project_id, hash, pixel_hash, width, height, bytes)
  select '$1', hash, hash, 1280, 720, 20000 from looks;

insert into comparisons (project_id, base_pixels, base_width, base_height, head_pixels, head_width, head_height, threshold,
    anti_aliasing, ignored, diff_percentage, subthreshold, mask_hash)
  -- Without a mask, nothing would have changed. Any image will do.
  select '$1', base.hash, 1280, 720, head.hash, 1280, 720, 0.063, true, '', 1.5, '{"pixels": 0, "area": 0, "maxDeltaE": 0}', head.hash
  from looks base join looks head on head.suite_id = base.suite_id and head.n = base.n and head.version <> base.version;

create temporary table builds as
  select r, suites.id suite_id, suites.name suite, '0000' || lpad(to_hex(r * 20 + suites.id), 22, '0') stem,
    case when r % 3 = 0 then 'main' else 'feature-' || r end branch,
    left(encode(sha256(('commit ' || r)::bytea), 'hex'), 40) commit,
    now() - ($2 - r) * interval '30 minutes' made_at
  from generate_series(0, $2 - 1) r cross join suites where suites.project_id = '$1';

insert into commits (project_id, id, parents, origin)
  select '$1', commit, array(select left(encode(sha256(('commit ' || r - 1)::bytea), 'hex'), 40) where r > 0),
    repeat('0', 32)
  from (select distinct r, commit from builds) made order by r;

insert into captures (id, project_id, suite_id, mode, branch, commit, status, total_snapshots, completed_snapshots, actor,
    created_at, completed_at)
  select 'cap_' || stem, '$1', suite_id, 'manual', branch, commit, 'completed', total, total, 'key:bench', made_at, made_at
  from builds join (select suite_id, count(*) total from slots group by 1) counted using (suite_id);

insert into diffs (id, project_id, suite_id, head_capture_id, status, threshold, anti_aliasing, baseline_mark, created_at,
    completed_at)
  select 'dif_' || stem, '$1', suite_id, 'cap_' || stem, 'completed', 0.063, true, 20000, made_at, made_at from builds;

insert into review_sessions (id, project_id, branch, commit, actor, exit_code, answer, created_at, completed_at)
  select distinct 'ses_0000' || lpad(to_hex(r), 22, '0'), '$1', branch, commit, 'key:bench', 0, '{}'::jsonb, made_at, made_at
  from builds;
insert into review_session_suites (project_id, session_id, suite_id, capture_id, diff_id)
  select '$1', 'ses_0000' || lpad(to_hex(r), 22, '0'), suite_id, 'cap_' || stem, 'dif_' || stem from builds;

create temporary table rows as
  select builds.*, slots.n, slots.name, case when (slots.n + r * 37) % 100 = 0 and r > 0 then 1 + r % 3 else 0 end version
  from builds join slots using (suite_id);

insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash, uploaded_at)
  select '$1', 'cap_' || stem, name, '1280x720', '', rows.n, 'captured', hash, made_at
  from rows join looks using (suite_id, n, version)
  -- As builds write them: the rows of a capture side by side, by their names.
  order by r, suite_id, name collate "C";

-- What was approved of the largest suite on other branches than main has no decision, so that the bench decides about it.
create temporary table decided as
  select row_number() over (order by r, rows.suite_id, name collate "C") id, r, suite_id, n from rows
  where version > 0 and r % 10 <> 9 and (suite <> 'suite-0' or branch = 'main');
create index on decided (r, suite_id, n);
insert into decisions (id, project_id, suite_id, diff_id, name, viewport, browser, base_pixels, head_pixels, target_pixels,
    kind, branch, persistent, automatic, actor, actor_id, created_at)
  overriding system value
  select decided.id, '$1', decided.suite_id, 'dif_' || stem, name, '1280x720', '', base.hash, head.hash, head.hash, 'approved', branch,
    true, false, 'user:bench', 'user:usr_bench', made_at + interval '10 minutes'
  from decided
  join rows using (r, suite_id, n)
  join looks head using (suite_id, n, version)
  join looks base on base.suite_id = rows.suite_id and base.n = rows.n and base.version = 0
  order by decided.id;
select setval(pg_get_serial_sequence('decisions', 'id'), (select max(id) from decided));

insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, diff_percentage,
    head_hash, base_hash, base_from, threshold, decision_id, decided_by, decided_at)
  select '$1', 'dif_' || stem, name, '1280x720', '', rows.n, 
    case when head.version = 0 then 'unchanged' else 'changed' end,
    case when head.version > 0 and rows.r % 10 = 9 then 'pending' else 'approved' end,
    case when head.version = 0 then 0 else 1.5 end,
    head.hash, base.hash, 'cap_' || stem, 0.063, decided.id, case when decided.id is not null then 'user:bench' end,
    case when decided.id is not null then made_at + interval '10 minutes' end
  from rows
  join looks head using (suite_id, n, version)
  join looks base on base.suite_id = rows.suite_id and base.n = rows.n and base.version = 0
  left join decided on decided.r = rows.r and decided.suite_id = rows.suite_id and decided.n = rows.n
  order by rows.r, rows.suite_id, rows.name collate "C";

insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, hash, pixels, capture_id, commit, places,
    diff_id, decision_id, actor, created_at)
  select '$1', suite_id, 'main', name, '1280x720', '', hash, hash, 'cap_' || stem, commit, array[commit], 'dif_' || stem,
    decided.id, 'user:bench', made_at
  from rows join looks using (suite_id, n, version) left join decided using (r, suite_id, n)
  where r = 0 or (version > 0 and branch = 'main' and r % 10 <> 9)
  order by r;
-- An approval of a later commit of the branch covers the one before it.
update baseline_entries set covered_by = newer.id
  from (select id covered, lead(id) over (partition by suite_id, name order by id) id from baseline_entries) newer
  where baseline_entries.id = newer.covered and newer.id is not null;

-- One snapshot in 250 looked different for no reason; scores as the service sums them, but for what faded.
insert into flakes (project_id, capture_id, suite_id, name, viewport, browser, kind, at, hash, is_scored)
  select '$1', 'cap_' || stem, suite_id, name, '1280x720', '', 'recaptured', made_at, hash, true
  from rows join looks using (suite_id, n, version) where (n + r * 41) % 250 = 0;
insert into flaky_slots (project_id, suite_id, name, viewport, browser, level, unstable_count, recaptured_count, retried_count,
    flipped_count, last_at)
  select '$1', suite_id, name, viewport, browser, extract(epoch from max(at))::float8 / (14 * 86400) + ln(count(*)) / ln(2), 0,
    count(*), 0, 0, max(at)
  from flakes group by suite_id, name, viewport, browser;

-- A build has five discussions. Those of the newest are open.
insert into comment_threads (id, project_id, suite_id, diff_id, namespace, branch, ephemeral, name, viewport, browser, created_at,
    resolved_by, resolved_at)
  select 'thr_' || substr(stem, 2) || n, '$1', suite_id, 'dif_' || stem, '', branch, false, name, '1280x720', '', made_at,
    case when r < $2 - 3 then 'user:bench' end, case when r < $2 - 3 then made_at + interval '10 minutes' end
  from rows where n < 5;
insert into comments (id, thread_id, author, author_id, text, created_at)
  select 'com_' || substr(id, 5), id, 'user:bench', 'user:usr_bench', 'Is this shadow meant to be darker?', created_at
  from comment_threads;

-- Changes that were ignored for a while, some of them still.
insert into ignored_changes (suite_id, name, viewport, browser, base_pixels, head_pixels, project_id, diff_id, author, author_id,
    ignored_until)
  select rows.suite_id, name, '1280x720', '', base.hash, head.hash, '$1', 'dif_' || max(stem), 'user:bench', 'user:usr_bench',
    case when rows.n % 100 = 0 then now() + interval '1 day' else now() - interval '1 hour' end
  from rows
  join looks head using (suite_id, n, version)
  join looks base on base.suite_id = rows.suite_id and base.n = rows.n and base.version = 0
  -- Nothing of the largest suite: the bench decides about all of it.
  where rows.version > 0 and suite <> 'suite-0' group by rows.suite_id, rows.n, name, base.hash, head.hash;

-- Two suites record accessibility, one snapshot in 200 with a change.
insert into accessibility_records (project_id, capture_id, name, viewport, browser, image_hash, tree, hash, bytes, accepted_hash)
  select '$1', 'cap_' || stem, name, '1280x720', '', hash, hash, hash, 0, hash
  from rows join looks using (suite_id, n, version) where suite in ('suite-1', 'suite-2');
insert into accessibility_changes (project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash, fingerprint,
    findings, total, partial, reviewed, approval_status, decided_by, decided_at, decided_in)
  select '$1', suite_id, 'dif_' || stem, name, '1280x720', '', hash, hash, 'f' || n % 7, '[]', 1, false, true, 'approved',
    'user:bench', made_at, 'dif_' || stem
  from rows join looks using (suite_id, n, version) where suite in ('suite-1', 'suite-2') and (n + r * 3) % 200 = 0;

-- Each uploaded snapshot leaves one for a day.
insert into idempotency_keys (call, leased_until, fingerprint)
  select sha256(('call ' || n)::bytea), now(), sha256(('request ' || n)::bytea) from generate_series(1, 100000) n;

-- The trigger that counts results did not run either.
do $$ begin
  perform add_to_counts(array_agg(diff_id), array_agg(status), array_agg(approval_status), 1) from results group by diff_id;
end $$;

-- Nor did those that keep what the project has, and that list what has ended: with all of it, as after an upgrade.
insert into usage_amounts (project_id, count, amount) select project_id, count(*), sum(bytes) from images group by 1;
insert into usage_amounts (project_id, month, count, amount)
  select project_id, date_trunc('month', created_at at time zone 'utc'), count(*), sum(completed_snapshots)
  from captures group by 1, 2;
insert into ended_uses (project_id, capture_id) select project_id, id from captures order by id;
insert into ended_uses (project_id, diff_id) select project_id, id from diffs order by id;

set session_replication_role = default;
