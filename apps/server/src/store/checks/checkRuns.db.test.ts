import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { CheckRunState } from '../../domain/checks/describeCheckRun.js';
import { saveCodeHost } from '../codeHosts/codeHosts.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import {
  type DueCheckRun,
  ensureCheckRun,
  lockCommitCheckRun,
  markDelivered,
  markUndelivered,
  setCheckRunState,
  takeDueCheckRuns,
} from './checkRuns.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let id: string;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  await saveCodeHost(database, {
    projectId,
    kind: 'github',
    repository: 'acme/web',
    checkName: 'svc',
    comment: false,
  });
});
afterAll(async () => {
  await testDatabase.drop();
});

beforeEach(async () => {
  await database.deleteFrom('checkRuns').execute();
  await ensureCheckRun(database, { projectId, commit: 'c0ffee1', suiteId: null });
  id = (await lockCommitCheckRun(database, projectId, 'c0ffee1'))?.id ?? '';
});

const state = (title: string): CheckRunState => ({
  status: 'completed',
  conclusion: 'success',
  title,
  summary: '',
});
const say = (title: string) => setCheckRunState(database, id, state(title));
const take = async (leaseSeconds = 60): Promise<DueCheckRun[]> =>
  takeDueCheckRuns(database, { limit: 10, mostOfProject: 10, underWay: [], leaseSeconds, only: null });
async function takeOne(leaseSeconds?: number): Promise<DueCheckRun> {
  const [run] = await take(leaseSeconds);
  if (!run) throw new Error('nothing is due');
  return run;
}
const shown = { hostId: '17', url: 'https://host/17' };

test('a commit has one summary run, however often it is asked for', async () => {
  const subject = { projectId, commit: 'c0ffee1', suiteId: null };
  await Promise.all([1, 2, 3].map(() => ensureCheckRun(database, subject)));
  expect(await database.selectFrom('checkRuns').select('id').execute()).toHaveLength(1);
});

test('what is to be shown is due until it is delivered, and again when it changes', async () => {
  expect(await take()).toEqual([]);
  await say('one');
  const run = await takeOne();
  expect(run).toMatchObject({ id, projectId, commit: 'c0ffee1', suite: null, hostId: null, attempts: 0 });
  expect(run.desired).toEqual(state('one'));
  await markDelivered(database, run, shown);
  expect(await take()).toEqual([]);
  await say('one');
  expect(await take()).toEqual([]);
  await say('two');
  expect(await takeOne()).toMatchObject({ hostId: '17', desired: { title: 'two' } });
});

test('a change during a delivery is delivered after it', async () => {
  await say('one');
  const run = await takeOne();
  await say('two');
  expect(await take()).toEqual([]);
  await markDelivered(database, run, shown);
  expect((await takeOne()).desired.title).toBe('two');
});

test('a failed delivery is tried again later, and the attempts are counted', async () => {
  await say('one');
  await markUndelivered(database, await takeOne(), { error: '502', retrySeconds: 60 });
  expect(await take()).toEqual([]);
  await database
    .updateTable('checkRuns')
    .set({ nextAttemptAt: new Date(0) })
    .execute();
  expect((await takeOne()).attempts).toBe(1);
});

test('parallel deliverers never hold the same run', async () => {
  await say('one');
  const taken = await Promise.all([take(), take(), take(), take()]);
  expect(taken.flat()).toHaveLength(1);
});

test('one who lost the lease may have written last, so the newest is delivered once more', async () => {
  await say('one');
  const slow = await takeOne(0);
  await say('two');
  const quick = await takeOne();
  await markDelivered(database, quick, shown);
  expect(await take()).toEqual([]);
  await markDelivered(database, slow, shown);
  expect((await takeOne()).desired.title).toBe('two');
});

test('a deliverer that vanishes leaves the run to others', async () => {
  await say('one');
  const vanished = await takeOne(0);
  const other = await takeOne();
  expect(other.id).toBe(vanished.id);
  await markUndelivered(database, vanished, { error: 'late', retrySeconds: 3600 });
  await markDelivered(database, other, shown);
  expect(await take()).toEqual([]);
});

test('a project with many due check runs leaves room for others, and one without a code host takes none', async () => {
  for (const [project, due] of [
    ['many', 50],
    ['few', 1],
    ['hostless', 50],
  ] as const) {
    await sql`insert into projects (id, org, name) values (${project}, 'acme', ${project})`.execute(database);
    await sql`
      insert into check_runs (id, project_id, commit, version, next_attempt_at)
      select ${project} || i, ${project}, md5(i::text), 1, now() - ${due} * interval '1 hour'
      from generate_series(1, ${due}::int) i`.execute(database);
    if (project === 'hostless') continue;
    await sql`
      insert into code_hosts (project_id, kind, url, secret, check_name, comment)
      values (${project}, 'webhook', 'https://ci.example.com', '', 'svc', false)`.execute(database);
  }
  const take = async (limit: number, underWay: readonly string[] = []) => {
    const options = { limit, mostOfProject: 3, underWay, leaseSeconds: 60, only: null };
    return (await takeDueCheckRuns(database, options)).map(({ projectId }) => projectId).sort();
  };
  expect(await take(5)).toEqual(['few', 'many', 'many', 'many']);
  expect(await take(5, ['many', 'many'])).toEqual(['many']);
  expect(await take(5, ['many', 'many', 'many'])).toEqual([]);
});
