import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Diff } from '@svc/schema';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { startOfStems } from '../newId.js';
import { listPartitions, partitionedTables, startPartitions } from './partitions.js';

const suite = 'pruned';
/** Rows of each build: with few, PostgreSQL reads whole tables whatever it knows. */
const most = 1_500;

interface Build {
  diffId: string;
  captureId: string;
}

let service: TestService;
const builds: Build[] = [];
beforeAll(async () => {
  service = await startTestService();
  for (let number = 0; number < 6; number++) {
    builds.push(await build(number));
    await nextPartition();
  }
  await read('analyze');
});
afterAll(() => service.stop());

const read = async <Row>(query: string) =>
  (await sql.raw<Row>(query).execute(service.resources.database)).rows;

async function build(number: number): Promise<Build> {
  const run = { suite, branch: 'main', commit: `c0ffee${number}`, snapshots: [{ name: 'a' }, { name: 'b' }] };
  const { id } = (await service.ask<Capture>('POST', '/api/v1/captures', run)).body;
  for (const name of ['a', 'b'])
    await service.upload(`/api/v1/snapshots?captureId=${id}&name=${name}`, image(number), 'image/png');
  await settled(service, 'captures', id);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: id });
  await settled(service, 'diffs', body.id);
  return { captureId: id, diffId: body.id };
}

async function nextPartition(): Promise<void> {
  const moment = new Date(Date.now() + 20);
  await startPartitions(service.resources.database, startOfStems(moment));
  await sleep(Math.max(0, moment.getTime() - Date.now()) + 1);
}

/** What a request asks the database about results and snapshots. */
async function statementsOf(path: string): Promise<pg.QueryConfig[]> {
  const { query } = pg.Client.prototype;
  const found: pg.QueryConfig[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | pg.QueryConfig, unknown[] | undefined];
    const { text, values = [] } = typeof first === 'string' ? { text: first, values: second } : first;
    if (/^\s*(\/\* prepared \*\/\s*)?(select|with)\b/i.test(text) && /\b(results|snapshots)\b/.test(text))
      found.push({ text, values });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    const { status } = await service.ask('GET', path);
    expect([path, status]).toEqual([path, 200]);
  } finally {
    pg.Client.prototype.query = query;
  }
  return found;
}

interface Plan {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

const touchedBy = ({ Plans = [], ...plan }: Plan): string[] => [
  ...(plan['Actual Loops'] > 0 ? [plan['Relation Name'] ?? ''] : []),
  ...Plans.flatMap(touchedBy),
];

/** The partitions of which a statement reads rows or indexes. */
async function partitionsOf({ text, values = [] }: pg.QueryConfig): Promise<string[]> {
  const explained = `explain (analyze, costs off, timing off, summary off, format json) ${text}`;
  const { rows } = await service.resources.database.executeQuery<{ queryPlan: { Plan: Plan }[] }>(
    CompiledQuery.raw(explained, values),
  );
  const plan = Object.values(rows[0] ?? {})[0]?.[0]?.Plan;
  if (!plan) throw new Error(`there is no plan of ${text}`);
  return [...new Set(touchedBy(plan).filter((name) => /^(results|snapshots)_/.test(name)))];
}

const pathsOf = ({ diffId, captureId }: Build): string[] => [
  `/api/v1/diffs/${diffId}`,
  `/api/v1/diffs/${diffId}?fields=summary`,
  `/api/v1/diffs/${diffId}?limit=10`,
  `/api/v1/diffs/${diffId}/review`,
  `/api/v1/captures/${captureId}`,
  `/api/v1/captures/${captureId}?fields=summary`,
];

/** The third and what it is compared with: neither the oldest nor the newest. */
const place = 2;

async function expectPruned(): Promise<void> {
  const wanted: string[] = [];
  for (const one of partitionedTables) {
    const parts = await listPartitions(service.resources.database, one);
    expect(parts).toHaveLength(builds.length + 1);
    wanted.push(...parts.slice(place - 1, place + 1).map(({ name }) => name));
  }
  const { [place]: asked } = builds;
  if (!asked) throw new Error('there are too few builds');
  let count = 0;
  for (const path of pathsOf(asked)) {
    for (const statement of await statementsOf(path)) {
      count += 1;
      const beyond = (await partitionsOf(statement)).filter((name) => !wanted.includes(name));
      expect([path, statement.text, beyond]).toEqual([path, statement.text, []]);
    }
  }
  expect(count).toBeGreaterThan(4);
}

describe('a build is read from its partition and from that of its base', () => {
  test('with few rows', expectPruned);

  test('with many rows, of which the statistics know nothing', async () => {
    for (const one of partitionedTables) {
      for (const { name } of await listPartitions(service.resources.database, one))
        await read(`alter table ${name} set (autovacuum_enabled = off)`);
      const columns = await read<{ name: string }>(
        `select attname name from pg_attribute where attrelid = '${one.table}'::regclass and attnum > 0 and not attisdropped`,
      );
      const values = columns.map(({ name }) =>
        name === 'name' ? `name || number` : name === 'position' ? 'position + number' : `"${name}"`,
      );
      await read(`insert into ${one.table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
        select ${values.join(', ')} from ${one.table} cross join generate_series(1, ${most}) number`);
    }
    await expectPruned();
  });

  test('with many rows, and statistics of them', async () => {
    await read('analyze');
    await expectPruned();
  });
});
