import type pg from 'pg';
import { inAddress } from './proxy/inAddress.js';
import { checkReady } from './service/checkReady.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import type { Metrics } from './telemetry/createMetrics.js';
import type { Pulse } from './telemetry/watchPulse.js';

interface Start {
  config: Config;
  resources: Resources;
  pool: pg.Pool;
  pulse: Pulse;
  say(line: string): void;
}

/** What this process counts; null where nobody asks. Loaded only where it is of use. */
export const openMetrics = async ({ metricsPort }: Config): Promise<Metrics | null> =>
  metricsPort === null ? null : (await import('./telemetry/createMetrics.js')).createMetrics();

/**
 * Serves what those who operate this process ask.
 * @param endings receives what ends it
 * @returns has `/readyz` say that the process is stopping
 */
export async function serveMetrics(
  { registry }: Metrics,
  { config, resources, pool, pulse, say }: Start,
  endings: (() => Promise<unknown>)[],
): Promise<() => void> {
  const { watchDatabase } = await import('./telemetry/watchDatabase.js');
  const { serveOperations } = await import('./telemetry/serveOperations.js');
  watchDatabase(registry, resources.database, pool);
  let isStopping = false;
  const { host, metricsPort } = config;
  const server = await serveOperations(
    {
      metrics: async () => ({ type: registry.contentType, text: await registry.metrics() }),
      isAlive: pulse.isAlive,
      async checkReady() {
        if (isStopping) throw new Error('The service is stopping.');
        await checkReady(resources);
      },
    },
    { host, port: metricsPort ?? 0 },
  );
  endings.push(() => server.close());
  say(`Metrics are at http://${inAddress(host)}:${server.port}/metrics`);
  return () => {
    isStopping = true;
  };
}
