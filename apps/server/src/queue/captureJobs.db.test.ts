import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestQueue } from '../../testing/queue/useTestQueue.js';
import { jobPolicy } from './jobs.js';

/** By what it counts, the chart for Kubernetes decides how many capture pods run. */
const query = readFileSync(
  new URL('../../../../deploy/chart/files/capture-jobs.sql', import.meta.url),
  'utf8',
);

const { database, queue } = await useTestQueue();

const count = async () => {
  const { rows } = await sql.raw<{ count: number }>(query).execute(database);
  return Number(rows[0]?.count);
};

test('the query of the chart counts jobs of capture processes until they have ended', async () => {
  expect(await count()).toBe(0);
  await database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, 'unpackSite', { siteId: 'site_1' });
    await queue.enqueue(transaction, 'computeDiff', { diffId: 'dif_1' });
  });
  expect(await count()).toBe(1);
  await sql`update pgboss.job set state = 'active' where name = 'unpackSite'`.execute(database);
  expect(await count()).toBe(1);
  await sql`update pgboss.job set state = 'completed' where name = 'unpackSite'`.execute(database);
  expect(await count()).toBe(0);
});

test('the query of the chart names every job of capture processes', () => {
  const names = Object.entries(jobPolicy).filter(([, { role }]) => role === 'capture');
  const named = /name in \((.*?)\)/.exec(query)?.[1]?.match(/\w+/g);
  expect(named?.toSorted()).toEqual(names.map(([name]) => name).toSorted());
});
