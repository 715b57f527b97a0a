import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestQueue } from '../../testing/queue/useTestQueue.js';
import { currentContext, inContext, type WorkContext } from '../context/workContext.js';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { type Database, openDatabase } from '../store/database.js';
import { createExecutor } from './createExecutor.js';
import { type JobHandlers, jobPolicy } from './jobs.js';
import { type OnGivenUp, openQueue } from './queue.js';

const { connectionString, database, queue, errors } = await useTestQueue();

test('pg-boss gets the columns of its queries by their own names, in a transaction too', async () => {
  const columns = async (from: Database) => {
    const { rows } = await createExecutor(from).executeSql('select $1::text table_name', ['job']);
    return rows;
  };
  const asNamed = [Object.fromEntries([['table_name', 'job']])];
  expect(await columns(database)).toEqual(asNamed);
  expect(await database.transaction().execute(columns)).toEqual(asNamed);
});

const patience = { timeout: 25_000 };

let unpackSite: JobHandlers['unpackSite'] = async () => {};
const handlers: JobHandlers = {
  unpackSite: (...given) => unpackSite(...given),
  captureTargets: () => Promise.reject(new Error('nobody should try this again')),
  computeDiff: () => Promise.reject(new Error('no such image')),
  reconsiderCommit: async () => {},
  readPullRequest: async () => {},
};
const givenUp = new Map<string, unknown>();
const giveUp: OnGivenUp = async (name, data, error) => {
  expect(data).toEqual({ captureId: 'cap_1', projectId: 'prj_1', diffId: 'dif_1' });
  givenUp.set(name, error);
};

test('a job is given up when its attempts are used up, be it that its worker died on the last', async () => {
  const enqueue = async (
    name: 'captureTargets' | 'computeDiff',
    data: { captureId: string; projectId: string; diffId: string },
  ) => {
    await queue.enqueue(database, name, data);
    // The last attempt.
    await sql`update pgboss.job set retry_limit = 0 where name = ${name}`.execute(database);
  };
  const data = { captureId: 'cap_1', projectId: 'prj_1', diffId: 'dif_1' };
  await enqueue('captureTargets', data);
  await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute' where name = 'captureTargets'`.execute(database);
  await enqueue('computeDiff', data);

  await queue.work(handlers, ['worker', 'capture']);
  await queue.endGivenUp(giveUp);
  await expect.poll(() => givenUp.size, patience).toBe(2);
  expect(givenUp.get('computeDiff')).toEqual(new Error('no such image'));
  expect(givenUp.get('captureTargets')).toEqual(
    new Error('the service ended while it worked on this, each time it tried'),
  );
  expect(errors).toEqual([]);
});

// The workers of the test above go on.
test('a job that loses the database runs again when that is back, and uses up no attempt', async () => {
  const { retryLimit } = jobPolicy.unpackSite;
  let losses = 0;
  const sites: string[] = [];
  unpackSite = async ({ siteId }) => {
    if (losses++ <= retryLimit) throw new DatabaseUnavailable(new Error('the connection was lost'));
    sites.push(siteId);
  };
  await queue.enqueue(database, 'unpackSite', { siteId: 'sit_1' });
  const state = async () => {
    const { rows } = await sql<{ state: string; retryCount: number }>`
      select state, retry_count from pgboss.job where name = 'unpackSite'`.execute(database);
    return rows;
  };
  await expect.poll(state, patience).toEqual([{ state: 'completed', retryCount: 0 }]);
  expect(sites).toEqual(['sit_1']);
});

test('a process takes the jobs of its roles alone', async () => {
  const taken: string[] = [];
  const own = openDatabase({ connectionString });
  const comparing = await openQueue(own.database, (error) => errors.push(error));
  // The workers of the tests above take every job.
  await queue.interrupt();
  const contexts: WorkContext[] = [];
  const note = async () => {
    taken.push('computeDiff');
    contexts.push(currentContext());
  };
  const refuse = () => Promise.reject(new Error('of another role'));
  await comparing.work(
    {
      computeDiff: note,
      reconsiderCommit: refuse,
      readPullRequest: refuse,
      unpackSite: refuse,
      captureTargets: refuse,
    },
    ['worker'],
  );
  await comparing.enqueue(database, 'captureTargets', { captureId: 'cap_2', projectId: 'prj_1' });
  await comparing.enqueue(database, 'unpackSite', { siteId: 'sit_2' });
  await inContext({ requestId: 'r1' }, () => comparing.enqueue(database, 'computeDiff', { diffId: 'dif_2' }));
  await expect.poll(() => taken, patience).toEqual(['computeDiff']);
  expect(contexts).toMatchObject([{ requestId: 'r1', job: 'computeDiff', diffId: 'dif_2' }]);
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where state = 'created' and name in ('captureTargets', 'unpackSite')
    order by name`.execute(database);
  expect(rows).toEqual([{ name: 'captureTargets' }, { name: 'unpackSite' }]);
  await comparing.stop();
  await own.database.destroy();
});

test('without its database the queue reports just that, as the error that it is', async () => {
  const reported: Error[] = [];
  const own = openDatabase({ connectionString, max: 2 });
  const lost = await openQueue(own.database, (error) => reported.push(error));
  // Both connections are taken.
  own.pool.options.connectionTimeoutMillis = 10;
  const taken = (work: () => Promise<unknown>) => own.database.transaction().execute(work);
  await taken(() =>
    taken(async () => {
      await lost.work(handlers, ['worker', 'capture']);
      await expect.poll(() => reported.length, patience).toBeGreaterThan(2);
    }),
  );
  own.pool.options.connectionTimeoutMillis = 15_000;
  await lost.interrupt();
  await lost.stop();
  await own.database.destroy();
  for (const error of reported) expect(error).toBeInstanceOf(DatabaseUnavailable);
});
