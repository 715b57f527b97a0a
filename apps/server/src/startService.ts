import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createLogger } from './createLogger.js';
import { createReporter, type Report } from './createReporter.js';
import type { Fleet } from './domain/captures/Fleet.js';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';
import { noMeasures } from './domain/Measures.js';
import type { ProcessRole } from './domain/processRoles.js';
import { openResources } from './openResources.js';
import { openQueue } from './queue/queue.js';
import { announceRunning } from './running.js';
import { joinDeployment } from './service/processes/joinDeployment.js';
import { keepAlive } from './service/processes/keepAlive.js';
import { serviceVersion } from './service/serviceVersion.js';
import type { Config } from './settings/Config.js';
import { choosePort, prepareFirstUse, startApi } from './startApi.js';
import { requireBrowser, startFleet } from './startFleet.js';
import { openMetrics, serveMetrics } from './startMetrics.js';
import { startWorker } from './startWorker.js';
import { openDatabase } from './store/database.js';
import { migrate, requireSchema } from './store/migrate.js';
import { startPostgres } from './store/postgres/startPostgres.js';
import { whenAnswering } from './store/whenAnswering.js';
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

/** Milliseconds that a start waits for a database that may be starting too. */
const startPatience = 60_000;

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
  mkdirSync(config.dataDir, { recursive: true });
  const connectionString = await openServer(config, say, report, endings);

  const { database, pool } = openDatabase({ connectionString });
  endings.push(() => database.destroy());
  const prepareSchema = config.migratesAtStart ? migrate : requireSchema;
  await whenAnswering<unknown>(() => prepareSchema(database), {
    patience: startPatience,
    onWait: () => say('Waiting for the database …'),
  });
  const metrics = await openMetrics(config);
  const queue = await openQueue(database, report('queue'));
  endings.push(() => queue.stop());

  const port = await choosePort(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const measures = metrics?.measures ?? noMeasures;
  const opened = { database, queue, publicUrl, connectionString, logger, report, measures };
  const resources = await openResources(config, opened, endings);
  endings.push(() => resources.live.close());
  const own = await joinDeployment(resources, {
    roles: config.roles,
    host: hostname(),
    version: serviceVersion,
  });
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

/** @returns where the database is */
async function openServer(
  config: Config,
  say: (line: string) => void,
  report: Report,
  endings: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  say('Starting the database …');
  const postgres = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    ...(config.postgresBinDir ? { binDir: config.postgresBinDir } : {}),
    onLost: report('the database server is started again'),
  });
  endings.push(() => postgres.stop());
  return postgres.connectionString;
}
