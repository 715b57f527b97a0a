import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from '@svc/image-diff/pool';
import { scope } from '@svc/schema';
import type { Logger } from 'pino';
import { createConnections } from './api/connections/createConnections.js';
import { createApp } from './api/createApp.js';
import { createFleet, type FleetOptions, type LocalFleet } from './capture/createFleet.js';
import { findBrowser } from './capture/findBrowser.js';
import { createCiIssuers } from './codehost/createCiIssuers.js';
import { createSignInProvider } from './codehost/createSignInProvider.js';
import { createLogger } from './createLogger.js';
import { createReporter, type Report } from './createReporter.js';
import { minute } from './domain/access/rateLimits.js';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';
import { isAudited } from './domain/proof/isAudited.js';
import { openCodeHosts } from './openCodeHosts.js';
import { openQueue } from './queue/queue.js';
import { readSecret } from './readSecret.js';
import { announceRunning } from './running.js';
import { accessAsServer } from './service/access/ProjectAccess.js';
import { CommitGraphs } from './service/CommitGraphs.js';
import { deliverChatMessages } from './service/chat/deliverChatMessages.js';
import { keepClients } from './service/clients/keepClients.js';
import { deliverCheckRuns } from './service/codeHosts/deliverCheckRuns.js';
import { createVault } from './service/createVault.js';
import { giveUp } from './service/giveUp.js';
import { looksSame } from './service/images/looksSame.js';
import { createKey } from './service/keys/createKey.js';
import { createLinks } from './service/links.js';
import { openLiveFeed } from './service/live/openLiveFeed.js';
import { deliverMail } from './service/mail/deliverMail.js';
import { openKeyRing } from './service/openKeyRing.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import { ConfigError } from './settings/ConfigError.js';
import { sitesNeighborhood } from './settings/sitesNeighborhood.js';
import { createMailer } from './smtp/createMailer.js';
import { ensureFirstUser } from './store/accounts/people.js';
import { createSignInToken, hasSignedIn } from './store/accounts/signInTokens.js';
import { createDiskBlobs } from './store/blobs/disk.js';
import { listConnections } from './store/codeHosts/codeRepositories.js';
import { type Database, openDatabase } from './store/database.js';
import { createDisks } from './store/disks.js';
import { hasApiKey } from './store/keys/apiKeys.js';
import { migrate } from './store/migrate.js';
import { startPostgres } from './store/postgres/startPostgres.js';
import { ensureProject } from './store/projects/projects.js';
import { unmarkBlob } from './store/retention/removals.js';
import { whenAnswering } from './store/whenAnswering.js';
import { createTranscoder } from './transcode/createTranscoder.js';
import { createHandlers } from './worker/handlers.js';
import { keepDelivering } from './worker/keepDelivering.js';
import { keepExpiring } from './worker/keepExpiring.js';
import { keepJudging } from './worker/keepJudging.js';
import { keepKeyRing } from './worker/keepKeyRing.js';
import type { Warn } from './worker/Warn.js';

export interface Service {
  url: string;
  /** On a start before anybody has signed in: a link that does so once. */
  signInUrl: string | null;
  /** The key of `SVC_BOOTSTRAP_PROJECT`, when this start made it. */
  apiKey: string | null;
  /** Ends the service with its database and browsers; what is acknowledged is kept. */
  stop(): Promise<void>;
}

/** Milliseconds that a start waits for a database that may be starting too. */
const startPatience = 60_000;

/** Milliseconds that requests under way may take at the end; with what follows it stays below about 30 s. */
const drainLimit = 25_000;

const signInHours = 24 * 7;

/**
 * Starts everything in one process: database, queue, fleet, API and pages.
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
  const browserPath = findBrowser({
    ...process.env,
    ...(config.browserPath ? { SVC_BROWSER_PATH: config.browserPath } : {}),
  });
  if (!browserPath) {
    throw new ConfigError('No Chromium was found. Install one, or name one in SVC_BROWSER_PATH.');
  }
  const logger = createLogger(config.logLevel);
  const report = createReporter(logger);
  mkdirSync(config.dataDir, { recursive: true });
  const connectionString = await openServer(config, say, report, endings);

  const { database } = openDatabase({ connectionString });
  endings.push(() => database.destroy());
  await whenAnswering(() => migrate(database), {
    patience: startPatience,
    onWait: () => say('Waiting for the database …'),
  });
  const queue = await openQueue(database, report('queue'));
  endings.push(() => queue.stop());

  await sayUnconfirmed(database, say);

  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const resources = await openResources(
    config,
    { database, queue, publicUrl, connectionString, logger, report },
    endings,
  );
  endings.push(() => resources.live.close());
  const shared = sitesNeighborhood(publicUrl, config.sitesDomain);
  if (shared !== null) say(`Warning: ${shared}`);
  const secure = publicUrl.startsWith('https:');
  const connections = createConnections();
  const { trustedProxies } = config;
  const app = await createApp(resources, { secure, logger, trustedProxies, connections });
  endings.push(() => app.close());
  await app.listen({ host: config.host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Port ${port} is in use. End what uses it, or choose another port with SVC_PORT.`);
  });

  const fleet = createFleet({
    ...fleetOptions(config, browserPath, port, logger),
    looksSame: (before, after, ignored) => looksSame(resources.compare, before, after, ignored),
  });
  endings.push(() => fleet.close());
  sayHowBrowsersRun(fleet, say, report('no browser can be started'));
  const warn: Warn = (message, fields) => logger.warn(fields, message);
  await queue.work(createHandlers(resources, fleet, warn), (_name, data, error) =>
    giveUp(resources, data, error),
  );
  endings.push(
    keepExpiring(resources, config.keepRows, report('what has expired was not ended'), (message) =>
      logger.warn(message),
    ),
  );
  endings.push(keepJudging(resources, report('commits were not judged again')));
  endings.push(
    keepDelivering((signal) => deliverCheckRuns(resources, signal), report('check runs were not delivered')),
    keepDelivering((signal) => deliverChatMessages(resources, signal), report('chats were not told')),
    keepDelivering((signal) => deliverMail(resources, warn, signal), report('mail was not sent')),
  );
  const running = { url: publicUrl, connectionString: config.databaseUrl ? null : connectionString };
  const withdraw = announceRunning(config.dataDir, running);
  endings.push(async () => withdraw());
  endings.push(() => Promise.all([connections.drain(drainLimit), queue.interrupt(), resources.live.close()]));
  return { url: publicUrl, ...(await prepareFirstUse(database, config, resources.links.signIn)), stop };
}

/** What use cases work with. */
async function openResources(
  config: Config,
  {
    database,
    queue,
    publicUrl,
    connectionString,
    logger,
    report,
  }: Pick<Resources, 'database' | 'queue'> & Opened,
  endings: (() => Promise<unknown>)[],
): Promise<Resources> {
  const vault = createVault(readSecret(config.secret, config.dataDir));
  const keyRing = await openKeyRing({ database, vault });
  endings.push(keepKeyRing(keyRing, report('signing keys were not read')));
  const links = createLinks({
    publicUrl,
    sitesDomain: config.sitesDomain,
    keyRing,
  });
  const blobs = await createDiskBlobs(join(config.dataDir, 'blobs'), (hash) => unmarkBlob(database, hash));
  const images = new Pool();
  endings.push(() => images.close());
  return {
    database,
    blobs,
    disks: createDisks([config.dataDir, tmpdir()], config.minFreeDisk),
    queue,
    links,
    live: openLiveFeed(database, connectionString),
    ...openCodeHosts(config),
    githubWebhookSecret: config.github?.webhookSecret ?? null,
    mailer: config.mail && createMailer(config.mail),
    vault,
    rateLimits: { limits: config.rateLimits, ...minute },
    accounts: {
      isSignUpOpen: config.isSignUpOpen,
      domains: config.signUpDomains,
      providers: config.signIn.map(createSignInProvider),
    },
    clients: await keepClients({ database, blobs }, (message) => logger.warn(message)),
    commitGraphs: new CommitGraphs(),
    isAudited,
    ciIssuers: createCiIssuers(config.ciIssuers, new URL(publicUrl).origin, config.githubPlace),
    toPng: createTranscoder().toPng,
    inspect: (png) => images.inspect(png),
    compare: (base, head, options) => images.compare(base, head, options),
  };
}

/** What is known of this start besides its settings. */
interface Opened {
  publicUrl: string;
  connectionString: string;
  logger: Logger;
  report: Report;
}

const fleetOptions = (config: Config, browserPath: string, port: number, logger: Logger): FleetOptions => ({
  browserPath,
  pages: config.pages,
  deviceScaleFactor: config.deviceScaleFactor,
  sites: {
    domain: config.sitesDomain,
    upstream: { host: config.host === '0.0.0.0' ? '127.0.0.1' : config.host, port },
  },
  allowHosts: config.allowHosts,
  targetTimeoutMs: config.targetTimeout * 1_000,
  pageMemory: config.pageMemory * 1024 ** 2,
  log: (message, fields) => logger.warn(fields ?? {}, message),
});

/** In the background: a browser takes a moment to start, and the service is of use without. */
function sayHowBrowsersRun(
  fleet: LocalFleet,
  say: (line: string) => void,
  onError: (error: unknown) => void,
): void {
  fleet.examine().then(({ sandbox, renderer }) => {
    if (sandbox.on) say(`Captures with ${renderer.name}, in its sandbox.`);
    else
      say(
        `Captures with ${renderer.name}, WITHOUT its sandbox: ${sandbox.reason}. To have it: ${sandbox.remedy}.`,
      );
  }, onError);
}

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

async function prepareFirstUse(
  database: Database,
  config: Config,
  signIn: (token: string) => string,
): Promise<{ signInUrl: string | null; apiKey: string | null }> {
  let apiKey: string | null = null;
  if (config.bootstrapProject) {
    const project = await ensureProject(database, config.bootstrapProject);
    if (!(await hasApiKey(database, project.id)))
      apiKey = (
        await createKey({ database }, accessAsServer(project), { name: 'bootstrap', scopes: scope.options })
      ).secret;
  }
  const signInUrl = (await hasSignedIn(database))
    ? null
    : signIn(await createSignInToken(database, await ensureFirstUser(database), signInHours));
  return { signInUrl, apiKey };
}

/** Connections from before a proof was asked for. */
async function sayUnconfirmed(database: Database, say: (line: string) => void): Promise<void> {
  const open = (await listConnections(database)).filter(
    ({ kind, proof }) => kind !== 'webhook' && proof === null,
  );
  if (open.length === 0) return;
  const names = open.map(({ org, name, repository }) => `${org}/${name} (${repository})`).join(', ');
  say(
    `Nobody has confirmed that these projects may speak for their repositories, which get no check runs: ${names}. See \`svc-server code-host confirm\`.`,
  );
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error(`no port is free at ${host}`);
  return address.port;
}
