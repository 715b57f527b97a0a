import { expect, test } from 'vitest';
import { readTraces } from './readTraces.js';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
  { OTEL_SERVICE_NAME: 'svc', OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318/v1/metrics' },
  { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
  { ...endpoint, OTEL_SDK_DISABLED: 'True' },
])('nothing is traced with %j', (env) => {
  expect(readTraces(env)).toBeNull();
});

test.each([
  [endpoint, 'http/protobuf'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, 'http/protobuf'],
  [{ OTEL_TRACES_EXPORTER: 'console, otlp' }, 'http/protobuf'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
  [
    { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
    'http/json',
  ],
])('%j asks for traces by %s', (env, protocol) => {
  expect(readTraces(env)).toEqual({ protocol });
});

test.each([
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /not sent by grpc.*4318/],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin,console' }, /OTLP.*zipkin,console/],
])('%j is answered with what is possible', (env, problem) => {
  expect(readTraces(env)).toEqual({ problem: expect.stringMatching(problem) });
});
