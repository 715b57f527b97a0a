import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrUnpackPromtool } from '../../../../scripts/setup/promtool.mjs';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { LocalFleet } from '../capture/createFleet.js';
import { checkReady } from '../service/checkReady.js';
import { joinDeployment } from '../service/processes/joinDeployment.js';
import { openDatabase } from '../store/database.js';
import { readStoredBytes } from '../store/operations/readStoredBytes.js';
import { createMetrics } from './createMetrics.js';
import { serveOperations } from './serveOperations.js';
import { watchDatabase } from './watchDatabase.js';

const monitoring = fileURLToPath(new URL('../../../../deploy/monitoring/', import.meta.url));
const promtool = await findOrUnpackPromtool();

let service: TestService;
let url: string;
let isAlive = true;
const metrics = createMetrics();
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const { measures, answered } = metrics;
  service = await startTestService(undefined, undefined, null, { measures, answered });
  const { database, pool } = openDatabase({ connectionString: service.connectionString });
  watchDatabase(metrics.registry, database, pool);
  const server = await serveOperations(
    {
      metrics: async () => ({ type: metrics.registry.contentType, text: await metrics.registry.metrics() }),
      isAlive: () => isAlive,
      checkReady: () => checkReady(service.resources),
    },
    { host: '127.0.0.1', port: 0 },
  );
  url = `http://127.0.0.1:${server.port}`;
  endings.push(
    () => service.stop(),
    () => database.destroy(),
    () => server.close(),
  );
  await joinDeployment(service.resources, { roles: ['api', 'worker'], host: 'test', version: '0.0.0' });
  await useFleet();
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** A capture of three pages, of which one holds still, one does not and one fails. */
async function useFleet(): Promise<void> {
  const timings = { load: 300, settle: 40, shot: 90 };
  const taken = { ok: true, png: image(0), timings, renderer: 'test' } as const;
  const fleet: LocalFleet = {
    async capture(_targets, { onOutcome }) {
      await onOutcome(0, { ...taken, unstable: false });
      await onOutcome(1, { ...taken, unstable: true });
      await onOutcome(2, { ok: false, message: 'it did not load' });
    },
    discoverStories: async () => [],
    examine: () => Promise.reject(new Error('there are no browsers')),
    inUse: async () => ({ browsers: 2, busyPages: 3, freePages: 1 }),
    close: async () => {},
  };
  const options = { project: 'acme/web', signal: new AbortController().signal, onOutcome: async () => {} };
  await metrics.measureFleet(fleet).capture([], options);
}

async function scrape(): Promise<{ text: string; value(series: string): number | undefined }> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  const text = await response.text();
  const values = new Map(
    text.split('\n').flatMap((line) => {
      const [, series, value] = /^(\S+(?: \S+)*) (\S+)$/.exec(line) ?? [];
      return series === undefined || line.startsWith('#') ? [] : [[series, Number(value)] as const];
    }),
  );
  return { text, value: (series) => values.get(series) };
}

test('counts requests by the pattern of their route', async () => {
  for (const id of ['cap_1', 'cap_2', '../%']) await service.ask('GET', `/api/v1/captures/${id}`);
  await service.ask('GET', '/wp-login.php');
  const { text, value } = await scrape();
  const count = 'svc_http_request_duration_seconds_count';
  expect(value(`${count}{method="GET",route="/api/v1/captures/:id",status="404"}`)).toBe(2);
  expect(text).not.toMatch(/cap_1|wp-login/);
});

test('knows queue, outbox, storage, browsers, captures and decisions', async () => {
  const { database, queue } = service.resources;
  const capture = { suite: 'forms', branch: 'main', commit: 'c1', snapshots: [{ name: 'one' }] };
  const { body } = await service.ask<{ id: string }>('POST', '/api/v1/captures', capture);
  await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=one`, image(0), 'image/png');
  const diff = await service.ask<{ id: string }>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId: body.id,
  });
  await expect
    .poll(async () => (await service.ask('POST', `/api/v1/diffs/${diff.body.id}/approve`, {})).status, {
      timeout: 20_000,
    })
    .toBe(200);
  await queue.interrupt();
  await queue.enqueue(database, 'captureTargets', { captureId: 'cap_1', projectId: 'prj_none' });
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'captureTargets'`.execute(
    database,
  );
  // Scrapes of the same moment share what they read.
  const waiting = async () => (await scrape()).value('svc_queue_jobs{job="captureTargets",state="waiting"}');
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const { value } = await scrape();
  expect(value('svc_queue_oldest_job_age_seconds{job="captureTargets"}')).toBeGreaterThan(3_599);
  expect(value('svc_queue_jobs{job="unpackSite",state="waiting"}')).toBe(0);
  expect(value('svc_outbox_messages{kind="check runs"}')).toBe(0);
  expect(value('svc_outbox_lag_seconds{kind="e-mail"}')).toBe(0);
  expect(value('svc_processes{role="worker"}')).toBeGreaterThan(0);
  expect(value('svc_decisions_total{decision="approved"}')).toBe(1);
  expect(value('svc_capture_targets_total{outcome="unstable"}')).toBe(1);
  expect(value('svc_capture_phase_duration_seconds_sum{phase="load"}')).toBeCloseTo(0.6);
  expect(value('svc_browsers')).toBe(2);
  expect(value('svc_browser_pages{state="busy"}')).toBe(3);
  expect(value('svc_database_up')).toBe(1);
});

test('names at most so many projects', async () => {
  const { database } = service.resources;
  await sql`
    insert into projects (id, org, name) select 'prj_' || n, 'acme', 'project ' || n from generate_series(1, 20) n`.execute(
    database,
  );
  await sql`insert into usage_amounts (project_id, count, amount) select id, 1, 7 from projects where id like 'prj\\__' or id like 'prj\\___'`.execute(
    database,
  );
  const rows = await readStoredBytes(database, 5);
  expect(rows).toHaveLength(6);
  const total = await sql<{
    sum: number;
  }>`select sum(amount)::int sum from usage_amounts where month is null`.execute(database);
  expect(rows.reduce((sum, { images }) => sum + images, 0)).toBe(total.rows[0]?.sum);
});

test.skipIf(promtool === null)('promtool finds nothing to complain of', async () => {
  const { text } = await scrape();
  const check = (args: string[], input?: string) =>
    spawnSync(promtool ?? '', ['check', ...args], {
      encoding: 'utf8',
      ...(input !== undefined && { input }),
    });
  const own = check(['metrics'], text);
  // Node's own metrics are named by prom-client.
  expect(own.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_'))).toEqual([]);
  const rules = check(['rules', `${monitoring}alerts.yaml`]);
  expect([rules.status, rules.stdout, rules.stderr]).toEqual([0, expect.stringContaining('rules found'), '']);
  expect(check(['rules', fileURLToPath(import.meta.url)]).status).not.toBe(0);
});

test('every metric of the dashboard and the alerts exists', async () => {
  const { text } = await scrape();
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
  const dashboard = readFileSync(`${monitoring}grafana.json`, 'utf8');
  const expressions = [
    ...[...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expression = '']) => expression),
    readFileSync(`${monitoring}alerts.yaml`, 'utf8').replaceAll(/^ +(alert|summary|description):.*/gm, ''),
  ];
  const named = new Set(expressions.join('\n').match(/\b(svc|nodejs|process)_[a-z0-9_]+/g));
  expect(named.size).toBeGreaterThan(15);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  // And what the service counts is shown.
  const shown = [...known].filter(
    (name) => name.startsWith('svc_') && !name.endsWith('_sum') && !name.endsWith('_bucket'),
  );
  const hidden = shown.filter((name) => !dashboard.includes(name.replace(/_count$/, '')));
  expect(hidden).toEqual([]);
});

test('/livez and /readyz say why not', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return [response.status, await response.json()];
  };
  expect(await ask('/livez')).toEqual([200, { ok: true }]);
  isAlive = false;
  expect(await ask('/livez')).toEqual([503, { ok: false }]);
  // The test above has ended the queue of this process.
  expect(await ask('/readyz')).toEqual([503, { ok: false, reason: expect.stringContaining('stopping') }]);
  expect((await ask('/'))[0]).toBe(404);
});
