import { type FakeRequest, type FakeServer, startFakeServer } from '../codeHosts/startFakeServer.js';

/** A span as a collector has it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Null for the first of a trace. */
  parentId: string | null;
  name: string;
  kind: number;
  isError: boolean;
  attributes: Record<string, unknown>;
  /** Of what sent it. */
  resource: Record<string, unknown>;
}

export interface Collector extends Pick<FakeServer, 'url' | 'fault' | 'stop'> {
  requests: FakeRequest[];
  /** Of the requests that are JSON. */
  spans(): CollectedSpan[];
}

interface SentAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: SentAttribute[];
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

/** The status of a span whose work failed, in OTLP. */
const failed = 2;

/** Receives traces as a collector of OpenTelemetry does, by OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const server = await startFakeServer(({ method, path }) => ({
    status: method === 'POST' && path === '/v1/traces' ? 200 : 404,
  }));
  return Object.assign(server, {
    spans: () =>
      server.requests
        .filter(({ headers }) => headers['content-type'] === 'application/json')
        .flatMap(({ body }) => spansOf(JSON.parse(body))),
  });
}

const spansOf = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, status, attributes }) => ({
        traceId,
        spanId,
        parentId: parentSpanId || null,
        name,
        kind,
        isError: status.code === failed,
        attributes: valuesOf(attributes),
        resource: valuesOf(resource.attributes),
      })),
  );

const valuesOf = (attributes: SentAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
