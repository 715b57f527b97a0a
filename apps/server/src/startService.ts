import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { createLogger } from './createLogger.js';
import { createReporter } from './createReporter.js';
import type { Fleet } from './domain/captures/Fleet.js';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';
import { noMeasures } from './domain/Measures.js';
import type { ProcessRole } from './domain/processRoles.js';
import { openDatabases } from './openDatabases.js';
import { openResources } from './openResources.js';
import { sendThroughProxies } from './proxy/sendThroughProxies.js';
import { openQueue } from './queue/queue.js';
import { announceRunning } from './running.js';
import { joinDeployment } from './service/processes/joinDeployment.js';
import { keepAlive } from './service/processes/keepAlive.js';
import { serviceVersion } from './service/serviceVersion.js';
import type { Config } from './settings/Config.js';
import { choosePort, prepareFirstUse, startApi } from './startApi.js';
import { requireBrowser, startFleet } from './startFleet.js';
import { openMetrics, serveMetrics } from './startMetrics.js';
import { startTracing } from './startTracing.js';
import { startWorker } from './startWorker.js';
import { announceJob } from './store/announcements/announce.js';
import { watchPulse } from './telemetry/watchPulse.js';
import { createHandlers } from './worker/handlers.js';
import type { Warn } from './worker/Warn.js';

export interface Service {
  /** Null for a process that serves no API. */
  url: string | null;
  /** On a start before anybody has signed in: a link that does so once. */
  signInUrl: string | null;
  /** The key of `SVC_BOOTSTRAP_PROJECT`, when this start made it. */
  apiKey: string | null;
  /** Ends the service with its database and browsers; what is acknowledged is kept. */
  stop(): Promise<void>;
}

/**
 * Starts what the roles of this process need of database, queue, fleet, API and pages.
 * @param say receives what takes a while
 */
export async function startService(config: Config, say: (line: string) => void): Promise<Service> {
  // What was started is ended in the reverse order, also when a later part fails to start.
  const endings: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    for (const end of endings.splice(0).reverse()) await end().catch((error) => failures.push(error));
    // Without its database, what was begun is put back by the leases that end.
    const [failure] = failures.filter((error) => !(error instanceof DatabaseUnavailable));
    if (failure !== undefined) throw failure;
  };
  try {
    return await start(config, say, endings, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  say: (line: string) => void,
  endings: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Service> {
  const has = (role: ProcessRole) => config.roles.includes(role);
  const browserPath = has('capture') ? requireBrowser(config) : null;
  const logger = createLogger(config.logLevel);
  const report = createReporter(logger);
  await startTracing(config, { logger, say }, endings);
  mkdirSync(config.dataDir, { recursive: true });
  if (config.proxies) await sendThroughProxies(config.proxies);
  const { database, pool, direct, connectionString } = await openDatabases(config, { say, report }, endings);
  const metrics = await openMetrics(config);
  const queue = await openQueue(database, report('queue'), {
    direct: direct.database,
    tell: announceJob,
  });
  endings.push(() => queue.stop());

  const port = await choosePort(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const measures = metrics?.measures ?? noMeasures;
  const listenAt = direct.connectionString;
  const opened = { database, queue, publicUrl, listenAt, logger, report, measures };
  const resources = await openResources(config, opened, endings);
  endings.push(() => resources.live.close());
  const own = await joinDeployment(
    { database: direct.database, blobs: resources.blobs },
    { roles: config.roles, host: hostname(), version: serviceVersion },
  );
  await direct.close();
  endings.push(keepAlive(resources, own, report('the other processes were not told that this one runs')));
  const pulse = watchPulse();
  endings.push(async () => pulse.stop());
  const drain = has('api')
    ? await startApi(resources, { config, publicUrl, port, logger, say, metrics, pulse }, endings)
    : async () => {};
  const local =
    browserPath === null
      ? null
      : await startFleet(resources, { config, browserPath, logger, report, say }, endings);
  const fleet = local === null ? noFleet : metrics === null ? local : metrics.measureFleet(local);
  const warn: Warn = (message, fields) => logger.warn(fields, message);
  await queue.work(createHandlers(resources, fleet, warn), config.roles);
  if (has('worker')) await startWorker(resources, { config, logger, warn, report }, endings);
  const isStopping =
    metrics === null
      ? () => {}
      : await serveMetrics(metrics, { config, resources, pool, pulse, say }, endings);
  if (has('api')) {
    const running = { url: publicUrl, connectionString: config.databaseUrl ? null : connectionString };
    const withdraw = announceRunning(config.dataDir, running);
    endings.push(async () => withdraw());
  }
  endings.push(async () => {
    isStopping();
    await Promise.all([drain(), queue.interrupt(), resources.live.close()]);
  });
  const { links } = resources;
  return has('api')
    ? { url: publicUrl, ...(await prepareFirstUse(database, config, links.signIn)), stop }
    : { url: null, signInUrl: null, apiKey: null, stop };
}

const refuse = () => Promise.reject(new Error('a process without the role "capture" has no browsers'));

/** Of a process that takes no job of a browser. */
const noFleet: Fleet = { capture: refuse, discoverStories: refuse, close: async () => {} };
