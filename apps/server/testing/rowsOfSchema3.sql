-- Rows as version 0003 of the schema has them: two branches with decisions of a person, of a run and of the memory, a
-- revoked baseline, an open session, and two diffs of a capture. Images are called by the digit that their hashes repeat.
insert into organisations (name) values ('acme');
insert into projects (id, org, name) values ('prj_1', 'acme', 'web');
insert into suites (project_id, name) values ('prj_1', 'forms');
insert into images (project_id, hash, pixel_hash, width, height, bytes)
  select 'prj_1', repeat(digit, 64), repeat(digit, 64), 10, 10, 100
  from unnest('{1,2,3}'::text[]) digit;
insert into captures (id, project_id, suite_id, mode, branch, commit, status, total_snapshots, completed_snapshots,
    exit_code, actor, completed_at) values
  ('cap_1', 'prj_1', 1, 'manual', 'main', 'c1', 'completed', 1, 1, 0, 'key:ci', now()),
  ('cap_2', 'prj_1', 1, 'manual', 'feature', 'c2', 'completed', 2, 2, 0, 'key:ci', now()),
  ('cap_3', 'prj_1', 1, 'manual', 'main', 'c3', 'completed', 1, 1, 0, 'key:ci', now()),
  ('cap_4', 'prj_1', 1, 'manual', 'feature', 'c4', 'processing', 1, 1, null, 'key:ci', null);
insert into snapshots (project_id, capture_id, name, viewport, position, status, hash) values
  ('prj_1', 'cap_1', 'button', '', 0, 'captured', repeat('1', 64)),
  ('prj_1', 'cap_2', 'button', '', 0, 'captured', repeat('2', 64)),
  ('prj_1', 'cap_2', 'card', '320x200', 1, 'captured', repeat('3', 64)),
  ('prj_1', 'cap_3', 'button', '', 0, 'captured', repeat('2', 64)),
  ('prj_1', 'cap_4', 'button', '', 0, 'captured', repeat('2', 64));
insert into diffs (id, project_id, suite_id, head_capture_id, status, threshold, anti_aliasing, completed_at) values
  ('dif_1', 'prj_1', 1, 'cap_1', 'completed', 0.063, true, now()),
  ('dif_2', 'prj_1', 1, 'cap_2', 'completed', 0.063, true, now()),
  ('dif_3', 'prj_1', 1, 'cap_3', 'completed', 0.063, true, now()),
  ('dif_4', 'prj_1', 1, 'cap_2', 'completed', 1, true, now()),
  ('dif_5', 'prj_1', 1, 'cap_4', 'processing', 0.063, true, null);
insert into results (project_id, diff_id, name, viewport, position, status, approval_status, head_hash, base_hash,
    baseline_source, base_origin, threshold, decided_by, decided_at) values
  ('prj_1', 'dif_1', 'button', '', 0, 'new', 'approved', repeat('1', 64), null, null, null, 0.063, 'auto-approve', now()),
  ('prj_1', 'dif_2', 'button', '', 0, 'changed', 'approved', repeat('2', 64), repeat('1', 64), 'branch:main',
    'branch:main', 0.063, 'user:Ada', now()),
  ('prj_1', 'dif_2', 'card', '320x200', 1, 'new', 'rejected', repeat('3', 64), null, null, null, 0.063, 'user:Ben', now()),
  ('prj_1', 'dif_3', 'button', '', 0, 'changed', 'approved', repeat('2', 64), repeat('1', 64), 'approval:dif_2',
    'branch:main', 0.063, 'auto-approve', now()),
  ('prj_1', 'dif_4', 'button', '', 0, 'unchanged', 'approved', repeat('2', 64), repeat('1', 64), 'branch:main',
    'branch:main', 1, null, null);
insert into decisions (project_id, suite_id, diff_id, name, viewport, base_pixels, head_pixels, threshold, anti_aliasing,
    kind, branch, persistent, actor) values
  ('prj_1', 1, 'dif_1', 'button', '', null, repeat('1', 64), 0.063, true, 'approved', 'main', true, 'auto-approve'),
  ('prj_1', 1, 'dif_2', 'button', '', repeat('1', 64), repeat('2', 64), 0.063, true, 'approved', 'feature', true, 'user:Ada'),
  ('prj_1', 1, 'dif_2', 'card', '320x200', null, repeat('3', 64), 0.063, true, 'rejected', 'feature', true, 'user:Ben');
insert into baseline_entries (project_id, suite_id, branch, name, viewport, hash, capture_id, commit, diff_id, actor) values
  ('prj_1', 1, 'main', 'button', '', repeat('1', 64), 'cap_1', 'c1', 'dif_1', 'auto-approve'),
  ('prj_1', 1, 'feature', 'button', '', repeat('2', 64), 'cap_2', 'c2', 'dif_2', 'user:Ada'),
  ('prj_1', 1, 'main', 'button', '', repeat('2', 64), 'cap_3', 'c3', 'dif_3', 'auto-approve'),
  ('prj_1', 1, 'main', 'card', '320x200', null, 'cap_3', null, 'dif_3', 'user:Ada');
update baseline_entries set revoked_seq = nextval('baseline_sequence') where id = 4;
insert into open_reviews (project_id, suite_id, namespace, branch, name, viewport, capture_id, diff_id) values
  ('prj_1', 1, '', 'feature', 'card', '320x200', 'cap_2', 'dif_2');
insert into review_sessions (project_id, id, branch, commit, actor, exit_code, completed_at) values
  ('prj_1', 'ses_1', 'feature', 'c2', 'key:ci', 0, now()),
  ('prj_1', 'ses_2', 'feature', 'c4', 'key:ci', null, null);
insert into review_session_suites (project_id, session_id, suite_id, capture_id, diff_id) values
  ('prj_1', 'ses_1', 1, 'cap_2', 'dif_2'),
  ('prj_1', 'ses_2', 1, 'cap_4', 'dif_5');
insert into check_runs (id, project_id, branch, commit, diff_id, host_id) values
  ('chk_1', 'prj_1', 'feature', 'c2', 'dif_2', '71'),
  ('chk_2', 'prj_1', 'feature', 'c2', 'dif_4', '72'),
  ('chk_3', 'prj_1', 'feature', 'c2', null, '73');
