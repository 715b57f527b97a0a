import type { Capture, Diff, ErrorBody, Review } from '@svc/schema';
import { operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { removeAllRows } from '../../../testing/scenarios/removeAllRows.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { idOf, startOfStems } from '../../store/newId.js';
import { listPartitions, partitionedTables, startPartitions } from '../../store/partitions/partitions.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { changeSettings } from '../projects/changeSettings.js';
import { nextStart, removeOldRows } from './removeOldRows.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const read = async <Row>(query: string) =>
  (await sql.raw<Row>(query).execute(service.resources.database)).rows;

let commits = 0;
interface Build {
  suite: string;
  branch?: string;
  /** Shades by name. */
  looks: Record<string, number>;
  autoBaseline?: boolean;
  ignored?: boolean;
}

async function capture({ suite, branch = 'main', looks, autoBaseline = false, ignored = false }: Build) {
  const names = Object.keys(looks).map((name) => ({ name }));
  const run = { suite, branch, commit: `c0ffee${++commits}`, autoBaseline, snapshots: names };
  const { id } = (await service.ask<Capture>('POST', '/api/v1/captures', run)).body;
  for (const [name, shade] of Object.entries(looks)) {
    const query = new URLSearchParams({ captureId: id, name });
    if (ignored) query.set('ignore', JSON.stringify([{ x: 0, y: 0, width: 2, height: 2 }]));
    const sent = await service.upload(`/api/v1/snapshots?${query}`, image(shade), 'image/png');
    expect([sent.status, JSON.stringify(sent.body)]).toEqual([200, expect.anything()]);
  }
  return settled(service, 'captures', id);
}

async function diff(build: Build): Promise<Diff> {
  const { id } = await capture(build);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: build.suite,
    headCaptureId: id,
  });
  return settled(service, 'diffs', body.id);
}

const get = async <Body>(path: string): Promise<Body> =>
  (await service.ask<Body>('GET', `/api/v1/${path}`)).body;
async function rename(defaultBranch: string): Promise<void> {
  const project = await ensureProject(service.resources.database, 'acme/web');
  await changeSettings(service.resources, accessAsServer(project), { defaultBranch });
}
const refusalOf = async (path: string, body: object) => {
  const { status, body: answer } = await service.ask<ErrorBody>('POST', `/api/v1/${path}`, body);
  return [
    status,
    answer.error?.code,
    answer.error?.message.replace(/(dif|cap)_\w+/, 'it').replace(/\d{4}-\d\d-\d\d/, 'a day'),
  ];
};

test('a build whose rows were removed says so, and what is undecided of it goes on', async () => {
  const suite = 'removed';
  const base = await capture({ suite, looks: { a: 1, b: 1, c: 1 }, autoBaseline: true, ignored: true });
  const before = await diff({ suite, branch: 'feature', looks: { a: 1, b: 90, c: 1 } });
  await diff({ suite, looks: { a: 1, b: 1, c: 1 } });
  await removeAllRows(service.resources.database);

  const after = await get<Diff>(`diffs/${before.id}`);
  expect(after).toMatchObject({ counts: before.counts, resultsRemovedAt: expect.any(String) });
  expect(after.results.map(({ name, approvalStatus }) => [name, approvalStatus])).toEqual([['b', 'pending']]);
  expect((await get<Review>(`diffs/${before.id}/review`)).resultsRemovedAt).toBe(after.resultsRemovedAt);
  // All of it are baselines.
  expect(await get(`captures/${base.id}`)).toMatchObject({ snapshotsRemovedAt: null, totalSnapshots: 3 });
  const head = await get<Capture>(`captures/${before.headCaptureId}`);
  expect(head.snapshotsRemovedAt).toBe(after.resultsRemovedAt);
  expect(head.snapshots.map(({ name }) => name)).toEqual(['b']);
  expect(await read('select name from snapshots where ignored is not null order by name')).toHaveLength(3);

  const gone = 'removed on a day, since this service does not keep them forever; run the build again';
  const notInDiff = [400, 'SNAPSHOT_NOT_IN_DIFF', `The results of diff it were ${gone}`];
  for (const verb of ['approve', 'reject', 'revoke', 'rediff'])
    expect([verb, ...(await refusalOf(`diffs/${before.id}/${verb}`, {}))]).toEqual([verb, ...notInDiff]);
  expect(await refusalOf('diffs', { suite, headCaptureId: before.headCaptureId })).toEqual([
    404,
    'CAPTURE_NOT_FOUND',
    `The snapshots of capture it were ${gone}`,
  ]);

  const next = await diff({ suite, branch: 'feature', looks: { a: 1 } });
  expect(next.results.map(({ name, status, approvalStatus }) => [name, status, approvalStatus])).toEqual([
    ['a', 'unchanged', 'approved'],
    ['b', 'changed', 'pending'],
    ['c', 'skipped', 'approved'],
  ]);
  expect(next.resultsRemovedAt).toBeNull();
});

test('every read of a build whose rows were removed answers', async () => {
  const suite = 'reads';
  const base = await capture({ suite, looks: { a: 1 }, autoBaseline: true });
  const { id, headCaptureId } = await diff({ suite, looks: { a: 1, b: 2 } });
  await removeAllRows(service.resources.database);
  const asked: string[] = [];
  for (const { method, path, access } of Object.values(operations)) {
    if (method !== 'GET' || access !== 'project' || path.includes('events')) continue;
    for (const one of path.includes(':id') ? [id, headCaptureId, base.id] : ['']) {
      const query = new URLSearchParams({ suite, name: 'a', snapshot: 'a' });
      const at = `${path.replace(':id', one).replace(/:\w+/g, 'a')}?${query}`;
      const { status } = await service.ask('GET', at);
      asked.push(at);
      expect([at, status]).toEqual([at, expect.any(Number)]);
      expect([at, status < 500]).toEqual([at, true]);
    }
  }
  expect(asked.length).toBeGreaterThan(20);
});

test('the newest build of the default branch stays whole, also under its former name', async () => {
  const suite = 'newest';
  await capture({ suite, looks: { a: 1, b: 1 }, autoBaseline: true });
  const older = await capture({ suite, looks: { a: 1, b: 1 } });
  const newest = await capture({ suite, looks: { a: 1, b: 1 } });
  const elsewhere = await capture({ suite, branch: 'feature', looks: { a: 1, b: 1 } });
  await rename('trunk');
  await removeAllRows(service.resources.database);
  const left = async ({ id }: Capture) => (await get<Capture>(`captures/${id}`)).snapshots.length;
  expect(await Promise.all([older, newest, elsewhere].map(left))).toEqual([0, 2, 0]);
  await rename('main');
});

test('partitions start with months, and go when all of theirs is past the age', async () => {
  const { resources } = service;
  const now = new Date();
  await removeOldRows(resources, null, { now });
  const before = await listPartitions(resources.database, partitionedTables[0]);
  await diff({ suite: 'ages', looks: { a: 1 } });
  await removeOldRows(resources, 365, { now });
  const start = nextStart(now, 365);
  expect(start.getUTCDate()).toBe(1);
  const parts = () =>
    Promise.all(
      partitionedTables.map(async (one) =>
        (await listPartitions(resources.database, one)).map(({ from, until }) => [from, until]),
      ),
    );
  const [results, snapshots] = await parts();
  expect(results).toEqual(snapshots);
  expect(results?.slice(before.length - 1)).toEqual([
    [before.at(-1)?.from, startOfStems(start)],
    [startOfStems(start), null],
  ]);
  await removeOldRows(resources, 365, { now });
  expect((await parts())[0]).toEqual(results);

  // Two processes at the same moment, 366 days after the last row.
  const late = new Date(start.getTime() + 366 * 86_400_000);
  const count = async () =>
    (await read<{ count: number }>("select count(*)::int from results where status = 'new'"))[0]?.count;
  expect(await count()).toBeGreaterThan(0);
  await Promise.allSettled([1, 2].map(() => removeOldRows(resources, 365, { now: late })));
  await removeOldRows(resources, 365, { now: late });
  expect(await read('select before from removed_rows order by before desc limit 1')).toEqual([
    { before: startOfStems(start) },
  ]);
  expect((await parts())[0]).toEqual([
    [null, startOfStems(start)],
    [startOfStems(start), startOfStems(nextStart(late, 365))],
    [startOfStems(nextStart(late, 365)), null],
  ]);
  expect(nextStart(new Date('2026-11-23T10:00:00Z'), 30)).toEqual(new Date('2026-12-01'));
  expect(nextStart(new Date('2026-11-23T10:00:00Z'), 1_800)).toEqual(new Date('2027-04-01'));
});

test('ids of a clock that was ahead keep partitions from starting, and nothing else', async () => {
  const { database } = service.resources;
  // Not from `newId`, whose later ids would be of that time, too.
  const id = idOf('diff', startOfStems(new Date(Date.UTC(2099))).padEnd(26, '0'));
  const [ahead] = await read<{ id: string }>(`
    insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing)
    select '${id}', project_id, suite_id, head_capture_id, 0, true from diffs limit 1 returning id`);
  const add = (name: string) =>
    read(`insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold)
      select project_id, id, '${name}', '', '', 0, 'skipped', 'approved', 0 from diffs where id = '${ahead?.id}'`);
  await add('one');
  await expect(startPartitions(database, startOfStems(new Date(Date.UTC(2098))))).rejects.toThrow(
    'until_next',
  );
  await add('another');
  await read(`delete from diffs where id = '${ahead?.id}'`);
  await startPartitions(database, startOfStems(new Date(Date.UTC(2098))));
});
