import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capture, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { image } from '../../apps/server/testing/image.js';
import {
  type CollectedSpan,
  type Collector,
  startCollector,
} from '../../apps/server/testing/telemetry/startCollector.js';
import { serve } from '../capture/serveFolder.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';
import { waitForCapture } from './waitForCapture.js';

/** Enough for two chunks. */
const pageCount = 60;
/** Of a page, in the query of its address. */
const secret = 'hunter2-of-the-page';

let dataDir: string;
let scratch: string;
let database: TestDatabase;
let collector: Collector;
let pages: Awaited<ReturnType<typeof serve>>;
let api: Server;
let env: NodeJS.ProcessEnv;
let traced: NodeJS.ProcessEnv;

beforeAll(async () => {
  [dataDir, scratch, database, collector] = await Promise.all([
    makeDataDir(),
    mkdtemp(join(tmpdir(), 'svc-traces-')),
    createTestDatabase(),
    startCollector(),
  ]);
  pages = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>${request.url?.split('?')[0]}</h1>`);
  });
  env = { DATABASE_URL: database.connectionString, SVC_ALLOW_HOSTS: `127.0.0.1:${pages.port}` };
  traced = {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=hunter2-of-the-collector',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  api = await startServer(dataDir, { ...traced, SVC_ROLES: 'api,worker' });
});
afterAll(async () => {
  await api?.kill();
  await database?.drop();
  await collector?.stop();
  await pages?.close();
  await removeDataDir(dataDir);
  await rm(scratch, { recursive: true, force: true });
});

async function ask<Answer>(path: string, body?: object | Buffer, headers = {}): Promise<Answer> {
  const isImage = Buffer.isBuffer(body);
  const response = await fetch(`${api.url}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-key': api.apiKey ?? '',
      ...(body && { 'content-type': isImage ? 'image/png' : 'application/json' }),
      ...headers,
    },
    ...(body && { body: isImage ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
}

const startCapturing = () =>
  startServer(dataDir, { ...traced, SVC_ROLES: 'capture', SVC_PUBLIC_URL: api.url });

/** A capture with an image that the first page does not look like. */
async function uploadBase(): Promise<string> {
  const made = { suite: 'pages', branch: 'main', commit: 'c1', snapshots: [{ name: 'page 0' }] };
  const { id } = await ask<Capture>('captures', made);
  await ask(`snapshots?captureId=${id}&name=page%200`, image(0));
  return id;
}

async function beginCapture(baseCaptureId: string, traceparent: string): Promise<string> {
  const targets = Array.from({ length: pageCount }, (_, index) => ({
    name: `page ${index}`,
    url: `http://127.0.0.1:${pages.port}/${index}?token=${secret}`,
    delay: 100,
  }));
  const made = { suite: 'pages', branch: 'main', commit: 'c2', targets };
  const { id } = await ask<Capture>('captures', made, { traceparent });
  await ask<Diff>('diffs', { suite: 'pages', headCaptureId: id, baseCaptureId });
  return id;
}

const named = (spans: CollectedSpan[], name: string) => spans.filter((span) => span.name === name);

test('one trace leads from the request through every process to the comparison, though one is killed', {
  timeout: 400_000,
}, async () => {
  const client = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const inTrace = () => collector.spans().filter(({ traceId }) => traceId === client.traceId);
  const killed = await startCapturing();
  const id = await beginCapture(await uploadBase(), `00-${client.traceId}-${client.spanId}-01`);
  await waitForCapture(api.url, api.apiKey ?? '', id, ({ completedSnapshots }) => completedSnapshots > 1);
  await expect.poll(() => named(inTrace(), 'capture target').length).toBeGreaterThan(0);
  await killed.kill();
  const other = await startCapturing();
  const ended = await waitForCapture(api.url, api.apiKey ?? '', id, ({ status }) => status === 'completed');
  expect(ended).toMatchObject({ completedSnapshots: pageCount, failedSnapshots: 0 });
  await expect.poll(() => named(inTrace(), 'process computeDiff').length).toBe(1);
  expect(await other.stop()).toBe(0);

  const spans = inTrace();
  const parentOf = ({ parentId }: CollectedSpan) => spans.find(({ spanId }) => spanId === parentId);
  const [request] = named(spans, 'POST /api/v1/captures');
  expect(request).toMatchObject({
    parentId: client.spanId,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/captures',
      'http.response.status_code': 200,
      'url.path': '/api/v1/captures',
    },
    resource: { 'service.name': 'svc', 'svc.roles': 'api,worker' },
  });
  const jobs = named(spans, 'process captureTargets');
  const first = jobs.find(({ parentId }) => parentId === request?.spanId);
  // Its process was killed, and with it the span of the first attempt.
  expect(first?.attributes).toMatchObject({ 'svc.job.retries': 1, 'svc.capture.id': id });
  const chunk = jobs.find((job) => job !== first);
  expect(chunk?.resource).toMatchObject({ 'svc.roles': 'capture' });

  const targets = named(spans, 'capture target');
  const names = targets.map(({ attributes }) => attributes['svc.target.name']);
  // Those that ended just before the kill were not sent.
  expect(new Set(names).size).toBeGreaterThan(pageCount - 10);
  const isOf = (job: CollectedSpan | undefined) => (span: CollectedSpan) => span.parentId === job?.spanId;
  expect(targets.filter(isOf(first)).length).toBeGreaterThan(5);
  expect(targets.filter(isOf(chunk)).length).toBeGreaterThan(5);
  for (const target of targets.filter(isOf(first))) {
    const [attempt] = named(spans, 'attempt').filter(isOf(target));
    const phases = spans.filter(isOf(attempt)).map(({ name }) => name);
    expect(phases).toEqual(expect.arrayContaining(['load', 'delay', 'settle', 'pose', 'shot']));
    const [record] = named(spans, 'record').filter(isOf(target));
    expect(record?.attributes).toEqual({ 'svc.outcome': 'captured' });
  }
  const [diff] = named(spans, 'process computeDiff');
  expect(diff?.resource).toMatchObject({ 'svc.roles': 'api,worker' });
  const [compared] = named(spans, 'compare images');
  expect(compared && parentOf(compared)).toBe(diff);
});

test('no span says a secret', async () => {
  const capture = await ask<{ captures: Capture[] }>('captures?suite=pages');
  const { snapshots } = await ask<Capture>(`captures/${capture.captures[0]?.id}`);
  const signed = new URL(snapshots[0]?.imageUrl ?? '');
  expect((await fetch(signed)).status).toBe(200);
  const signIn = new URL(api.signInUrl ?? '');
  await fetch(`${api.url}/api/v1/cli-logins/HUNTER-2?token=${secret}`);
  const route = (name: string) => named(collector.spans(), name);
  await expect.poll(() => route('GET /api/v1/cli-logins/:code').length).toBe(1);
  await expect.poll(() => route('GET /api/v1/images/:hash').length).toBeGreaterThan(0);
  const [shown] = route('GET /api/v1/images/:hash');
  expect(shown?.attributes['url.path']).toBe(signed.pathname);
  const sent = collector.requests.map(({ body }) => body).join();
  const database = new URL(env.DATABASE_URL ?? '');
  const values = [...signed.searchParams.values(), signIn.hash.replace('#token=', '')];
  const secrets = [...values, secret, 'hunter2', 'HUNTER-2', api.apiKey ?? '', database.password];
  const long = secrets.filter((value) => value.length > 6 && /\D/.test(value));
  expect(long.length).toBeGreaterThan(4);
  for (const value of long) expect(sent).not.toContain(value);
  expect(
    collector.requests.every(({ headers }) => headers['x-collector-key'] === 'hunter2-of-the-collector'),
  ).toBe(true);
});

test('without the variables, nothing is sent and no part of the SDK is loaded', async () => {
  const seen = join(scratch, 'modules.json');
  const spy = join(scratch, 'spy.cjs');
  await writeFile(
    spy,
    `const write = () => require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(Object.keys(require.cache)));
    if (require('node:worker_threads').isMainThread) process.on('exit', write);`,
  );
  const modulesOf = async (own: NodeJS.ProcessEnv): Promise<string[]> => {
    const worker = { SVC_ROLES: 'worker', SVC_PUBLIC_URL: api.url, NODE_OPTIONS: `--require ${spy}` };
    const server = await startServer(dataDir, { ...own, ...worker });
    expect(await server.stop()).toBe(0);
    const modules: string[] = JSON.parse(await readFile(seen, 'utf8'));
    return modules.filter((path) => path.includes('@opentelemetry'));
  };
  expect(await modulesOf(env)).toEqual([]);
  expect(await modulesOf(traced)).not.toEqual([]);
});
