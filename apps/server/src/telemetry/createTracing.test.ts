import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/codeHosts/startFakeServer.js';
import { type Collector, startCollector } from '../../testing/telemetry/startCollector.js';
import { createSend } from '../codehost/createSend.js';
import { traceSend } from '../codehost/traceSend.js';
import { inSpan, traceWith } from '../context/spans.js';
import { currentContext, inContext } from '../context/workContext.js';
import type { OtlpProtocol } from '../settings/readTraces.js';
import { createTracing } from './createTracing.js';

const said: { message: string; fields: Record<string, unknown> }[] = [];
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  traceWith(null);
  for (const end of endings.splice(0).reverse()) await end();
  said.length = 0;
  vi.unstubAllEnvs();
});

async function openCollector(): Promise<Collector> {
  const collector = await startCollector();
  endings.push(() => collector.stop());
  return collector;
}

async function trace(env: Record<string, string>, protocol: OtlpProtocol = 'http/json') {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const tracing = await createTracing(protocol, 'api,worker', (message, fields) => {
    said.push({ message, fields });
  });
  traceWith(tracing.tracer);
  return tracing;
}

const clientSpan = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${clientSpan.traceId}-${clientSpan.spanId}-01`;

test('spans are parts of one trace, which begins with the client and goes on in another process', async () => {
  const collector = await openCollector();
  const { stop } = await trace({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.version=9',
  });
  const request = { name: 'POST /api', kind: 'server', parent: traceparent } as const;
  // As a job keeps it.
  let kept = '';
  await inSpan(request, async (span) => {
    kept = JSON.stringify(currentContext());
    span.note({ 'http.response.status_code': 200 });
  });
  const job = inContext(JSON.parse(kept), () =>
    inSpan({ name: 'process job', kind: 'consumer' }, () =>
      inSpan({ name: 'part' }, () =>
        Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' })),
      ),
    ),
  );
  await expect(job).rejects.toThrow('no such file');
  await inSpan({ ...request, parent: 'nonsense' }, async () => {});
  await stop();
  expect(collector.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer key-of-the-collector',
  ]);
  const spans = new Map(collector.spans().map((span) => [span.name + span.traceId, span]));
  const ofClient = (name: string) => spans.get(name + clientSpan.traceId);
  const own = ofClient('POST /api');
  const process = ofClient('process job');
  expect(own).toMatchObject({
    parentId: clientSpan.spanId,
    kind: 2,
    isError: false,
    attributes: { 'http.response.status_code': 200 },
    resource: {
      'service.name': 'svc',
      'service.version': '9',
      'deployment.environment.name': 'test',
      'svc.roles': 'api,worker',
    },
  });
  expect(process).toMatchObject({ parentId: own?.spanId, kind: 5, isError: true });
  expect(ofClient('part')).toMatchObject({
    parentId: process?.spanId,
    isError: true,
    attributes: { 'error.type': 'ENOENT' },
  });
  // A trace of its own.
  expect(spans.size).toBe(4);
  expect(said).toEqual([]);
});

test('what looks like a secret in an attribute, and the message of an error, are not sent', async () => {
  const collector = await openCollector();
  const { stop } = await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const attributes = { 'svc.target.name': 'at https://user:hunter2@example.com/?token=hunter2#x' };
  await inSpan({ name: 'capture target', attributes }, (span) => {
    span.note({ 'server.address': 'svc_hunter2hunter2hunter2' });
    return Promise.reject(new TypeError('loading /?key=hunter2'));
  }).catch(() => {});
  await stop();
  expect(collector.spans()).toMatchObject([
    { attributes: { 'svc.target.name': expect.stringContaining('example.com'), 'error.type': 'TypeError' } },
  ]);
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('hunter2');
});

test('a code host does not receive the trace context, and the path of its address is not kept', async () => {
  const [collector, host] = [await openCollector(), await startFakeServer(() => ({ status: 204 }))];
  endings.push(() => host.stop());
  const { stop } = await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const send = traceSend(createSend(() => true));
  const { signal } = new AbortController();
  const url = new URL(`${host.url}/services/hunter2?key=hunter2`);
  await inSpan({ name: 'deliver' }, () => send(url, { method: 'POST', headers: {}, signal }));
  await stop();
  const [posted, deliver] = collector.spans();
  expect(posted).toMatchObject({
    parentId: deliver?.spanId,
    name: 'POST',
    attributes: {
      'server.address': '127.0.0.1',
      'server.port': Number(url.port),
      'http.response.status_code': 204,
    },
  });
  expect(Object.keys(host.requests[0]?.headers ?? {})).not.toContain('traceparent');
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('hunter2');
});

test('spans are sent as protobuf by default, and sampled as the variables say', async () => {
  const collector = await openCollector();
  const { stop } = await trace(
    {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_SERVICE_NAME: 'pictures',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    },
    'http/protobuf',
  );
  await inSpan({ name: 'left out' }, () => inSpan({ name: 'left out as well' }, async () => {}));
  const sampled = { name: 'of a sampled trace', kind: 'server', parent: traceparent } as const;
  await inSpan(sampled, () => inSpan({ name: 'also of it' }, async () => {}));
  await stop();
  expect(collector.requests).toMatchObject([{ headers: { 'content-type': 'application/x-protobuf' } }]);
  const body = collector.requests[0]?.body;
  for (const text of ['pictures', 'of a sampled trace', 'also of it']) expect(body).toContain(text);
  expect(body).not.toContain('left out');
});

test('a variable that makes no sense is said, and traces go on', async () => {
  const collector = await openCollector();
  const { stop } = await trace({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'sometimes',
  });
  await inSpan({ name: 'sent' }, async () => {});
  await stop();
  expect(said).toMatchObject([{ message: expect.stringContaining('"sometimes" invalid') }]);
  expect(collector.spans()).toHaveLength(1);
});

test('a collector that is away is said once, also when it is back, and delays nothing', async () => {
  const closed = await startFakeServer(() => ({ status: 200 }));
  await closed.stop();
  const { stop } = await trace({
    OTEL_EXPORTER_OTLP_ENDPOINT: closed.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  const work = async () => {
    await inSpan({ name: 'work' }, async () => {});
    await sleep(150);
  };
  await work();
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
  for (let round = 0; round < 3; round++) await work();
  expect(said).toMatchObject([{ message: expect.stringContaining('cannot be delivered') }]);
  expect(said[0]?.fields.err).toMatchObject({ code: 'ECONNREFUSED' });
  await inSpan({ name: 'last' }, async () => {});
  const stopping = performance.now();
  await stop();
  // It is known to be away, so nobody waits for the last spans.
  expect(performance.now() - stopping).toBeLessThan(2_000);
});

test('a collector that answers again is said, and gets what ends from then on', async () => {
  const collector = await openCollector();
  collector.fault = () => ({ status: 400 });
  const { stop } = await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' });
  await inSpan({ name: 'lost' }, async () => {});
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
  collector.fault = () => null;
  await inSpan({ name: 'sent' }, async () => {});
  await expect
    .poll(() => said.map(({ message }) => message), { timeout: 10_000 })
    .toEqual([expect.stringContaining('cannot be delivered'), 'traces are delivered again']);
  await stop();
});
