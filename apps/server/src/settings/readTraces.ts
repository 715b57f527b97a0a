/** How spans are written. */
export type OtlpProtocol = 'http/protobuf' | 'http/json';

/** How traces are sent, or why those that the environment asks for are not. */
export type TraceSettings = { protocol: OtlpProtocol } | { problem: string };

/**
 * Whether the standard variables of OpenTelemetry ask for traces. Its SDK reads the others. They may be those of a whole cluster, so
 * what this service cannot do is said and keeps it from nothing.
 * @returns null where nobody asks
 */
export function readTraces(env: NodeJS.ProcessEnv): TraceSettings | null {
  const settingOf = (name: string) => env[name]?.trim() || null;
  const ofTraces = (name: string) =>
    settingOf(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? settingOf(`OTEL_EXPORTER_OTLP_${name}`);
  if (settingOf('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const exporters = settingOf('OTEL_TRACES_EXPORTER')
    ?.split(',')
    .map((name) => name.trim());
  if (exporters ? exporters.join() === 'none' : ofTraces('ENDPOINT') === null) return null;
  if (exporters && !exporters.includes('otlp'))
    return { problem: `Traces are sent by OTLP alone, not as OTEL_TRACES_EXPORTER says: ${exporters}` };
  const protocol = ofTraces('PROTOCOL') ?? 'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return { protocol };
  return {
    problem: `Traces are not sent by ${protocol}. Set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL to http/protobuf or http/json, and the endpoint to that port of the collector, which is usually 4318.`,
  };
}
