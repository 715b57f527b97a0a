import { tmpdir } from 'node:os';
import { Pool } from '@svc/image-diff/pool';
import type { Logger } from 'pino';
import { createCiIssuers } from './codehost/createCiIssuers.js';
import { createSignInProvider } from './codehost/createSignInProvider.js';
import type { Report } from './createReporter.js';
import { minute } from './domain/access/rateLimits.js';
import { isAudited } from './domain/proof/isAudited.js';
import { openBlobs } from './openBlobs.js';
import { openCodeHosts } from './openCodeHosts.js';
import { readSecret } from './readSecret.js';
import { CommitGraphs } from './service/CommitGraphs.js';
import { keepClients } from './service/clients/keepClients.js';
import { createVault } from './service/createVault.js';
import { createLinks } from './service/links.js';
import { openLiveFeed } from './service/live/openLiveFeed.js';
import { openKeyRing } from './service/openKeyRing.js';
import { RecentBadges } from './service/RecentBadges.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import { createMailer } from './smtp/createMailer.js';
import { noteLost } from './store/blobs/noteLost.js';
import { createDisks } from './store/disks.js';
import { markBlobs, unmarkBlob } from './store/retention/removals.js';
import { createTranscoder } from './transcode/createTranscoder.js';
import { keepKeyRing } from './worker/keepKeyRing.js';

/** Milliseconds for which a badge shows what it showed. */
const badgesFreshFor = 5_000;

/** What is known of this start besides its settings. */
export interface Opened {
  publicUrl: string;
  /** A connection string of the same database, without a pooler between. */
  listenAt: string;
  logger: Logger;
  report: Report;
}

/** What use cases work with. */
export async function openResources(
  config: Config,
  {
    database,
    queue,
    publicUrl,
    listenAt,
    logger,
    report,
    measures,
  }: Pick<Resources, 'database' | 'queue' | 'measures'> & Opened,
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
  // What is lost is marked, so that clients are asked to send it again.
  const blobs = noteLost(await openBlobs(config, (hash) => unmarkBlob(database, hash)), (hash) =>
    markBlobs(database, [hash]),
  );
  const images = new Pool();
  endings.push(() => images.close());
  return {
    database,
    blobs,
    disks: createDisks([config.dataDir, tmpdir()], config.minFreeDisk),
    queue,
    links,
    live: openLiveFeed(database, listenAt, (name) => queue.wake(name)),
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
    clients: config.roles.includes('api')
      ? await keepClients({ database, blobs }, (message) => logger.warn(message))
      : [],
    commitGraphs: new CommitGraphs(),
    recentBadges: new RecentBadges(badgesFreshFor),
    measures,
    isAudited,
    ciIssuers: createCiIssuers(config.ciIssuers, new URL(publicUrl).origin, config.githubPlace),
    toPng: createTranscoder().toPng,
    inspect: (png) => images.inspect(png),
    compare: (base, head, options) => images.compare(base, head, options),
  };
}
