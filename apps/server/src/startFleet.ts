import { join } from 'node:path';
import type { Logger } from 'pino';
import { createFleet, type FleetOptions, type LocalFleet } from './capture/createFleet.js';
import { findBrowser } from './capture/findBrowser.js';
import type { Report } from './createReporter.js';
import { serveSitesLocally } from './serveSitesLocally.js';
import { looksSame } from './service/images/looksSame.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import { ConfigError } from './settings/ConfigError.js';
import type { BlobStore } from './store/blobs/BlobStore.js';
import { cacheReads } from './store/blobs/cacheReads.js';

interface Start {
  config: Config;
  browserPath: string;
  logger: Logger;
  report: Report;
  say(line: string): void;
}

/** @throws ConfigError where there is none */
export function requireBrowser(config: Config): string {
  const browserPath = findBrowser({
    ...process.env,
    ...(config.browserPath ? { SVC_BROWSER_PATH: config.browserPath } : {}),
  });
  if (browserPath) return browserPath;
  throw new ConfigError(
    'No Chromium was found. Install one, or name one in SVC_BROWSER_PATH. A process that captures nothing needs none: see SVC_ROLES.',
  );
}

/**
 * The browsers of this process, with a server on loopback from which they load uploaded sites.
 * @param endings receives what ends them
 */
export async function startFleet(
  resources: Resources,
  { config, browserPath, logger, report, say }: Start,
  endings: (() => Promise<unknown>)[],
): Promise<LocalFleet> {
  const sites = await serveSitesLocally({ ...resources, blobs: await cacheSites(resources, config) });
  endings.push(() => sites.close());
  const fleet = createFleet({
    ...fleetOptions(config, browserPath, sites.port, logger),
    looksSame: (before, after, ignored) => looksSame(resources.compare, before, after, ignored),
  });
  endings.push(() => fleet.close());
  sayHowBrowsersRun(fleet, say, report('no browser can be started'));
  return fleet;
}

/** Files of builds, kept on this machine where they come from a bucket. */
const cacheSites = async (
  { blobs }: Resources,
  { blobStores, blobCache, dataDir }: Config,
): Promise<BlobStore> =>
  blobStores[0] === 's3' && blobCache > 0
    ? cacheReads(blobs, join(dataDir, 'cache/sites'), blobCache * 1024 ** 2)
    : blobs;

const fleetOptions = (config: Config, browserPath: string, port: number, logger: Logger): FleetOptions => ({
  browserPath,
  sandbox: config.allowUnsandboxed ? undefined : true,
  pages: config.pages,
  deviceScaleFactor: config.deviceScaleFactor,
  sites: {
    domain: config.sitesDomain,
    upstream: { host: '127.0.0.1', port },
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
