// biome-ignore-all lint/style/useNamingConvention: names of OpenTelemetry have dots.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Attributes, SpanStart, Tracer } from '../context/spans.js';
import type { WorkContext } from '../context/workContext.js';
import { redactText } from '../redactSecrets.js';
import { serviceVersion } from '../service/serviceVersion.js';
import type { OtlpProtocol } from '../settings/readTraces.js';
import { type Say, sayFailures } from './sayFailures.js';

export interface Tracing {
  tracer: Tracer;
  /** Sends what has ended, unless that takes long. */
  stop(): Promise<void>;
}

/** Milliseconds for the last spans, at the end. */
const flushLimit = 3_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
};

/** Spans as the SDK of OpenTelemetry makes and sends them. It reads its standard variables itself: where to, sampling, limits, batches. */
export async function createTracing(protocol: OtlpProtocol, roles: string, say: Say): Promise<Tracing> {
  // What is wrong with a variable; later, it would say of each failed delivery what is said once.
  const warn = (message: string) => say(message, {});
  const quiet = () => {};
  const { provider, delivery } = await saying(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    async () => {
      const delivery = sayFailures(await createExporter(protocol), say);
      const spanProcessors = [new BatchSpanProcessor(delivery.exporter)];
      return {
        provider: new BasicTracerProvider({ resource: ownResource(roles), spanProcessors }),
        delivery,
      };
    },
  );
  const spans = provider.getTracer('svc', serviceVersion);
  return {
    tracer(start, within) {
      const parent = parentOf(start, within);
      const span = spans.startSpan(
        start.name,
        { kind: kinds[start.kind ?? 'internal'], attributes: redacted(start.attributes) },
        parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        context: { traceId, spanId, traceFlags: traceFlags.toString(16).padStart(2, '0') },
        note: (attributes) => void span.setAttributes(redacted(attributes)),
        end(error) {
          if (error !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
          span.end();
        },
      };
    },
    async stop() {
      const sent = provider.shutdown().catch(quiet);
      if (!delivery.isFailing()) await Promise.race([sent, sleep(flushLimit, null, { ref: false })]);
    },
  };
}

async function saying<T>(logger: Parameters<typeof diag.setLogger>[0], act: () => Promise<T>): Promise<T> {
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  try {
    return await act();
  } finally {
    diag.disable();
  }
}

const createExporter = async (protocol: OtlpProtocol): Promise<SpanExporter> => {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
};

/** What sends the spans; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` add to it, and win. */
const ownResource = (roles: string) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'svc',
        'service.version': serviceVersion,
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
        'svc.roles': roles,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** A request belongs to the trace of the client, everything else to that of what it is done for. */
function parentOf(
  { kind, parent }: SpanStart,
  { traceId, spanId, traceFlags }: WorkContext,
): SpanContext | null {
  if (kind === 'server') {
    const asked = parent === undefined ? null : parseTraceParent(parent);
    return asked && { ...asked, isRemote: true };
  }
  if (traceId === undefined || spanId === undefined) return null;
  const flags = Number.parseInt(traceFlags ?? '', 16) || 0;
  return { traceId, spanId, traceFlags: flags, isRemote: kind === 'consumer' };
}

const redacted = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactText(value) : value,
    ]),
  );

/** Which kind of error it is. Its message is in the log alone: it may hold an address with its query. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}
