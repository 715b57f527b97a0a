import type { Logger } from 'pino';
import { traceWith } from './context/spans.js';
import type { Config } from './settings/Config.js';

/**
 * Traces what this process does, where the environment asks for it. What that needs is loaded only then.
 * @param endings receives what ends it
 */
export async function startTracing(
  { traces, roles }: Config,
  { logger, say }: { logger: Logger; say(line: string): void },
  endings: (() => Promise<unknown>)[],
): Promise<void> {
  if (traces === null) return;
  if ('problem' in traces) return say(`Warning: ${traces.problem}`);
  const { createTracing } = await import('./telemetry/createTracing.js');
  const { tracer, stop } = await createTracing(traces.protocol, roles.join(), (message, fields) =>
    logger.warn(fields, message),
  );
  traceWith(tracer);
  endings.push(async () => {
    traceWith(null);
    await stop();
  });
}
