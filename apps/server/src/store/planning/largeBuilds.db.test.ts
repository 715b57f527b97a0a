import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';
import type { RunPlan } from '../../../testing/database/watchPlans.js';
import { signInAs } from '../../../testing/people/signInAs.js';

const count = 800;
/** Rows that a statement may look at for each of the build: a table of a few rows is read whole. All with all are 800. */
const mostEach = 200;

const names = Array.from({ length: count }, (_, index) => `story ${index}`);

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
});
afterAll(() => watched?.stop());

/** Asks, and requires of every statement that it looked at rows in proportion to the build. */
async function inProportion<Answer>(what: string, asking: () => Promise<Answer>): Promise<Answer> {
  watched.take();
  const answer = await asking();
  const plans = watched.take();
  expect(plans.length, `${what}: statements`).toBeGreaterThan(0);
  const large = (plan: RunPlan) => plan.rows > mostEach * count;
  expect(plans.filter(large), what).toEqual([]);
  return answer;
}

test('what has been few in a history, and is many in one build, is looked up once for each', async () => {
  const { service, parts } = watched;
  const { post, run, runKnown } = parts;
  const { database } = service.resources;
  const get = async (path: string) => {
    const answer = await service.ask('GET', `/api/v1${path}`);
    expect(answer.status, path).toBe(200);
  };
  await run(
    { suite: 'shades', branch: 'shades', commit: 'c0ffee' },
    { dark: 10, middle: 120, light: 200, lighter: 250 },
  );

  const addRecords = async (diffId: string, few: number) => {
    await sql`
      insert into accessibility_changes (project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash, fingerprint,
          findings, total, partial, reviewed, approval_status)
        select diffs.project_id, diffs.suite_id, diffs.id, name, viewport, browser, base_hash, head_hash, 'label', '[]', 1, false, true,
          'pending'
        from results join diffs on diffs.id = diff_id where diff_id = ${diffId} and base_hash is not null and position < ${few}`.execute(
      database,
    );
    await sql`
      insert into comment_threads (id, project_id, suite_id, diff_id, namespace, branch, ephemeral, name, viewport, browser)
        select 'thr_' || position || diff_id, diffs.project_id, diffs.suite_id, diff_id, '', captures.branch, false, name, viewport, results.browser
        from results join diffs on diffs.id = diff_id join captures on captures.id = head_capture_id
        where diff_id = ${diffId} and position < ${few}`.execute(database);
    await sql`
      insert into comments (id, thread_id, author, author_id, text)
        select 'com_' || id, id, 'user:ada', 'user:usr_ada', 'darker?' from comment_threads where diff_id = ${diffId}`.execute(
      database,
    );
  };
  await post(`/diffs/${await runKnown({ branch: 'main', commit: 'c0' }, names, 10)}/approve`, {});
  for (let build = 0; build < 20; build += 1) {
    const some = names.slice(build, build + 2);
    const diffId = await runKnown({ branch: `fix-${build}`, commit: `f${build}` }, some, 200);
    await addRecords(diffId, 2);
    await post(`/diffs/${diffId}/ignore`, { snapshots: some.slice(1) });
  }
  // A history of small changes is what PostgreSQL knows of when the large one comes.
  await sql`analyze`.execute(database);

  const build = (commit: string, red: number) =>
    inProportion(`build ${commit}`, () => runKnown({ branch: 'redesign', commit }, names, red));
  const readAll = async (diffId: string) => {
    const places = [
      ...[
        '/review',
        '/review?part=opening',
        `/review/results?from=0&limit=${count}`,
        '',
        '?fields=summary',
        '?limit=50',
      ],
      ...['/accessibility', '/threads', '/causes', '/neighbors', '/requests', '/traces'],
    ].map((path) => `/diffs/${diffId}${path}`);
    const lists = [
      ...[
        '/diffs',
        '/diffs?waiting=true',
        '/overview',
        '/suites',
        '/suite?suite=forms',
        '/captures',
        '/flaky',
      ],
      ...[
        '/suite?suite=forms&branch=redesign',
        '/builds?suite=forms&branch=redesign',
        '/baselines?suite=forms',
      ],
      '/snapshots/history?suite=forms&name=story%207',
    ];
    for (const path of [...places, ...lists]) await inProportion(path, () => get(path));
  };

  const first = await build('d1', 200);
  await addRecords(first, count);
  await inProportion('ignore', () => post(`/diffs/${first}/ignore`, { snapshots: names.slice(0, 450) }));
  await readAll(first);
  await inProportion('rediff', () => post(`/diffs/${first}/rediff`, {}));
  await inProportion('decide', () => post(`/diffs/${first}/accessibility`, { decision: 'approved' }));

  const second = await build('d2', 250);
  await readAll(second);
  await inProportion('reject', () => post(`/diffs/${second}/reject`, { note: 'too light' }));
  await readAll(second);
  await inProportion('revoke', () => post(`/diffs/${second}/revoke`, {}));
  await inProportion('approve', () => post(`/diffs/${second}/approve`, {}));
  await readAll(second);

  const third = await build('d3', 10);
  await readAll(third);
  await inProportion('undo', () => post(`/diffs/${second}/revoke`, {}));
  await readAll(third);

  const boss = await signInAs(service, 'Boss', 'maintainer');
  expect((await boss.ask('POST', '/settings', { requiredApprovals: 2 })).status).toBe(200);
  const fourth = await build('d4', 120);
  const ann = await signInAs(service, 'Ann', 'reviewer');
  for (const [who, decide] of [
    [ann, 'half of it'],
    [boss, 'the other half'],
  ] as const) {
    const approved = await inProportion(decide, () => who.ask('POST', `/diffs/${fourth}/approve`, {}));
    expect(approved.status).toBe(200);
    await readAll(fourth);
    for (const person of [ann, boss])
      await inProportion(`${decide}, then what waits for ${person.name}`, () =>
        person.ask('GET', '/me/waiting?limit=50'),
      );
  }
}, 120_000);
