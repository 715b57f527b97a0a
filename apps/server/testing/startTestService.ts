import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, inspect } from '@svc/image-diff';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Answered, createApp } from '../src/api/createApp.js';
import { createChat } from '../src/codehost/chat/createChat.js';
import { type CiIssuerSettings, createCiIssuers } from '../src/codehost/createCiIssuers.js';
import { createCodeHosts } from '../src/codehost/createCodeHosts.js';
import { createSend } from '../src/codehost/createSend.js';
import type { GithubApp } from '../src/codehost/github/createGithub.js';
import { minute, type RateLimits } from '../src/domain/access/rateLimits.js';
import type { Fleet } from '../src/domain/captures/Fleet.js';
import type { RepositoryGrant } from '../src/domain/codeHosts/repositoryGrants.js';
import { type Measures, noMeasures } from '../src/domain/Measures.js';
import { processRoles } from '../src/domain/processRoles.js';
import { openQueue, type Queue } from '../src/queue/queue.js';
import { CommitGraphs } from '../src/service/CommitGraphs.js';
import { keepClients } from '../src/service/clients/keepClients.js';
import { createVault } from '../src/service/createVault.js';
import { giveUp } from '../src/service/giveUp.js';
import { createLinks } from '../src/service/links.js';
import { openLiveFeed } from '../src/service/live/openLiveFeed.js';
import { openKeyRing } from '../src/service/openKeyRing.js';
import { keepAlive } from '../src/service/processes/keepAlive.js';
import { RecentBadges } from '../src/service/RecentBadges.js';
import type { AccountRules, Resources } from '../src/service/Resources.js';
import { ensureFirstUser } from '../src/store/accounts/people.js';
import { createSignInToken } from '../src/store/accounts/signInTokens.js';
import { announceJob } from '../src/store/announcements/announce.js';
import type { BlobStore } from '../src/store/blobs/BlobStore.js';
import { createDiskBlobs } from '../src/store/blobs/disk.js';
import { noteLost } from '../src/store/blobs/noteLost.js';
import { createDisks } from '../src/store/disks.js';
import { createApiKey } from '../src/store/keys/apiKeys.js';
import { noteAlive, type ProcessRow } from '../src/store/processes/processes.js';
import { ensureProject } from '../src/store/projects/projects.js';
import { markBlobs, unmarkBlob } from '../src/store/retention/removals.js';
import { createTranscoder } from '../src/transcode/createTranscoder.js';
import { createHandlers } from '../src/worker/handlers.js';
import type { Warn } from '../src/worker/Warn.js';
import { createMigratedDatabase } from './createMigratedDatabase.js';
import { watchErrors } from './watchErrors.js';

/** Threads run compiled modules. */
const script = new URL('../dist/transcode/transcodeWorker.js', import.meta.url);
const engine = { toPng: createTranscoder({ script }).toPng, inspect, compare };

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

/** The service over a real database and disk, without browsers: for tests of everything but capture. */
export interface TestService {
  app: FastifyInstance;
  resources: Resources;
  /** Where its database is. */
  connectionString: string;
  /** Where its blobs are. */
  blobFolder: string;
  /** A key of the project `acme/web`. */
  apiKey: string;
  newKey(project: string): Promise<string>;
  newSignInToken(): Promise<string>;
  /** Sends JSON with the key of `acme/web`, or with another key. */
  ask<Body = unknown>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    apiKey?: string,
  ): Promise<Answer<Body>>;
  upload(path: string, bytes: Uint8Array, type: string, apiKey?: string): Promise<Answer<unknown>>;
  stop(): Promise<void>;
}

const githubPlace = 'https://github.com';
const vault = createVault('secret of the tests');

const noFleet: Fleet = {
  capture: () => Promise.reject(new Error('there are no browsers here')),
  discoverStories: () => Promise.reject(new Error('there are no browsers here')),
  close: async () => {},
};

interface Options {
  accounts: AccountRules;
  logger: Logger;
  ciIssuers: CiIssuerSettings[];
  /** What `SVC_CODE_HOST_REPOSITORIES` allows. */
  grants: RepositoryGrant[];
  /** Sends no e-mail unless given. */
  mailer: Resources['mailer'];
  /** Where browsers reach the service, for tests that have some. */
  publicUrl: string;
  /** Where the review UI was built. */
  webFolder: string;
  /** Tarballs of clients; there are none unless given. */
  clientsFolder: string;
  /** For its files, instead of a new one; it is not removed. */
  dataFolder: string;
  /** Where blobs are, instead of its disk. */
  openBlobs: (claim: (hash: string) => Promise<void>) => Promise<BlobStore>;
  /** Takes no jobs: `runDueJobs` runs those of comparing, one after the other. */
  isIdle: boolean;
  measures: Measures;
  /** Receives every answer. */
  answered: (request: Answered) => void;
  /** Is told what operators are told. */
  warn: Warn;
}

/** Takes jobs, known to the deployment as a process of all roles. Resolves with what ends that. */
async function takeJobs(resources: Resources, queue: Queue, fleet: Fleet, warn?: Warn) {
  const own: ProcessRow = {
    id: randomUUID(),
    roles: [...processRoles],
    host: 'test',
    version: '0.0.0',
    blobPlaces: [...resources.blobs.places],
  };
  await noteAlive(resources.database, own);
  await queue.work(createHandlers(resources, fleet, warn), ['worker', 'capture']);
  await queue.endGivenUp((_name, data, error) => giveUp(resources, data, error));
  return keepAlive(resources, own, () => {});
}

async function answerOf<Body>(app: FastifyInstance, sent: InjectOptions): Promise<Answer<Body>> {
  const response = await app.inject(sent);
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    body: isJson ? response.json() : response.rawPayload,
    headers: response.headers,
  } as Answer<Body>;
}

/** @param rateLimits lifted unless given */
export async function startTestService(
  fleet: Fleet = noFleet,
  rateLimits: RateLimits = { limits: null, ...minute },
  github: GithubApp | null = null,
  {
    accounts = { isSignUpOpen: false, domains: [], providers: [] },
    logger = pino({ level: 'silent' }),
    ciIssuers = [],
    grants = [],
    mailer = null,
    publicUrl = 'http://localhost:4300',
    webFolder,
    clientsFolder,
    dataFolder,
    openBlobs,
    isIdle = false,
    measures = noMeasures,
    answered,
    warn,
  }: Partial<Options> = {},
): Promise<TestService> {
  const { database, connectionString, drop } = await createMigratedDatabase();
  const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), 'svc-test-')));
  const queue = await openQueue(database, () => {}, { tell: announceJob });
  const links = createLinks({
    publicUrl,
    sitesDomain: 'sites.localhost',
    keyRing: await openKeyRing({ database, vault }),
  });
  const blobFolder = join(folder, 'blobs');
  const claim = (hash: string) => unmarkBlob(database, hash);
  const stored = openBlobs ? await openBlobs(claim) : await createDiskBlobs(blobFolder, claim);
  const blobs = noteLost(stored, (hash) => markBlobs(database, [hash]));
  const resources: Resources = {
    database,
    blobs,
    disks: createDisks([folder], 0),
    queue,
    links,
    live: openLiveFeed(database, connectionString, (name) => queue.wake(name)),
    codeHosts: createCodeHosts(
      github,
      createSend(() => true),
    ),
    chat: createChat(createSend(() => true)),
    mailer,
    repositories: { githubPlace, grants },
    vault,
    githubWebhookSecret: 'secret of the webhook',
    rateLimits,
    accounts,
    clients: clientsFolder ? await keepClients({ database, blobs }, () => {}, clientsFolder) : [],
    commitGraphs: new CommitGraphs(),
    recentBadges: new RecentBadges(0),
    measures,
    // Which of them are would depend on random ids.
    isAudited: () => false,
    ciIssuers: createCiIssuers(ciIssuers, publicUrl, githubPlace),
    ...engine,
  };
  const app = await createApp(resources, {
    secure: false,
    logger,
    trustedProxies: 0,
    ...(webFolder ? { webFolder } : {}),
    ...(answered ? { answered } : {}),
  });
  const checkErrors = watchErrors(app);
  await app.ready();
  const leave = isIdle ? null : await takeJobs(resources, queue, fleet, warn);

  const newKey = async (slug: string) =>
    createApiKey(database, (await ensureProject(database, slug)).id, 'test');
  const apiKey = await newKey('acme/web');

  const answer = <Body>(sent: InjectOptions) => answerOf<Body>(app, sent);

  return {
    app,
    resources,
    connectionString,
    blobFolder,
    apiKey,
    newKey,
    newSignInToken: async () => createSignInToken(database, await ensureFirstUser(database), 1),
    ask: (method, path, body, key = apiKey) =>
      answer({ method, url: path, headers: { 'x-api-key': key }, ...(body ? { payload: body } : {}) }),
    upload: (path, bytes, type, key = apiKey) =>
      answer({
        method: 'POST',
        url: path,
        headers: { 'x-api-key': key, 'content-type': type },
        payload: Buffer.from(bytes),
      }),
    async stop() {
      await leave?.();
      await resources.live.close();
      await app.close();
      await queue.stop();
      await drop();
      if (!dataFolder) await rm(folder, { recursive: true, force: true });
      checkErrors();
    },
  };
}
