import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { createConnections } from './api/connections/createConnections.js';
import { createApp } from './api/createApp.js';
import { ensureFirstKey } from './service/keys/ensureFirstKey.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import { listenFault } from './settings/listenFault.js';
import { sitesNeighborhood } from './settings/sitesNeighborhood.js';
import { ensureFirstUser } from './store/accounts/people.js';
import { createSignInToken, hasSignedIn } from './store/accounts/signInTokens.js';
import { listConnections } from './store/codeHosts/codeRepositories.js';
import type { Database } from './store/database.js';
import type { Metrics } from './telemetry/createMetrics.js';
import type { Pulse } from './telemetry/watchPulse.js';

/** Milliseconds that requests under way may take at the end; with what follows it stays below about 30 s. */
const drainLimit = 25_000;

const signInHours = 24 * 7;

interface Start {
  config: Config;
  publicUrl: string;
  port: number;
  logger: Logger;
  say(line: string): void;
  metrics: Pick<Metrics, 'answered'> | null;
  pulse: Pulse;
}

/**
 * Serves the API, the pages and the sites.
 * @param endings receives what ends it
 * @returns lets the requests under way end, and takes no more
 */
export async function startApi(
  resources: Resources,
  { config, publicUrl, port, logger, say, metrics, pulse }: Start,
  endings: (() => Promise<unknown>)[],
): Promise<() => Promise<void>> {
  await sayUnconfirmed(resources.database, say);
  const shared = sitesNeighborhood(publicUrl, config.sitesDomain);
  if (shared !== null) say(`Warning: ${shared}`);
  const secure = publicUrl.startsWith('https:');
  const connections = createConnections();
  const { trustedProxies } = config;
  const app = await createApp(resources, {
    secure,
    logger,
    trustedProxies,
    connections,
    isAlive: pulse.isAlive,
    ...(metrics && { answered: metrics.answered }),
  });
  endings.push(() => app.close());
  const { host } = config;
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw listenFault(error, { host, port, setting: 'SVC_PORT' });
  });
  return () => connections.drain(drainLimit);
}

/** What the operator of a new deployment is told: a link to sign in with, and the key of `SVC_BOOTSTRAP_PROJECT`. */
export async function prepareFirstUse(
  database: Database,
  config: Config,
  signIn: (token: string) => string,
): Promise<{ signInUrl: string | null; apiKey: string | null }> {
  const { bootstrapProject } = config;
  const apiKey = bootstrapProject ? await ensureFirstKey({ database }, bootstrapProject) : null;
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

/** @returns the port to listen on */
export const choosePort = ({ host, port }: Config): number | Promise<number> =>
  port === 0
    ? freePort(host).catch((error: NodeJS.ErrnoException) => {
        throw listenFault(error, { host, port, setting: 'SVC_PORT' });
      })
    : port;

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error(`no port is free at ${host}`);
  return address.port;
}
