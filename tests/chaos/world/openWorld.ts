import { createServer } from 'node:net';
import { openDatabase } from '../../../apps/server/src/store/database.js';
import { type FakeGithub, startFakeGithub } from '../../../apps/server/testing/codeHosts/startFakeGithub.js';
import { SvcClient } from '../../../packages/sdk/src/index.js';
import { makeDataDir, removeDataDir, svcServer } from '../../service/startServer.js';
import type { Call, Journal } from '../Journal.js';
import { type KeptServer, keepServer } from './keepServer.js';
import { type Clock, openClock } from './openClock.js';
import { type Disk, openDisk } from './openDisk.js';
import { type OwnDatabase, ownDatabase } from './ownDatabase.js';

/** A row of a query, as PostgreSQL names its columns. */
export type Row = Record<string, unknown>;

/** The service with everything around it that can fail. */
export interface World {
  url: string;
  apiKey: string;
  /** Answers the clients, and works too. */
  service: KeptServer;
  /** A second process that no client talks to: it takes jobs and delivers check runs. */
  worker: KeptServer;
  database: OwnDatabase;
  disk: Disk;
  clock: Clock | null;
  github: FakeGithub;
  journal: Journal;
  /** Aborted when the world ends, with all calls. */
  ending: AbortSignal;
  /** A client as its users have it: default retries. */
  connect(call: () => Call): SvcClient;
  query(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const slug = 'acme/web';
/** Below the ports that systems hand out: nobody takes it while the service is away. */
const ports = { lowest: 20_000, highest: 30_000 };
/** High enough that no client waits, so that limits are still counted. */
const rateLimits = ['captures', 'diffs', 'snapshots', 'sessions', 'sites', 'reads', 'other', 'addresses']
  .map((counter) => `${counter}=60000`)
  .join();

export async function openWorld(journal: Journal): Promise<World> {
  const endings: (() => unknown)[] = [];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    return { ...(await open(journal, endings)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(journal: Journal, endings: (() => unknown)[]): Promise<Omit<World, 'close'>> {
  const dataDir = await makeDataDir();
  endings.push(() => removeDataDir(dataDir));
  const database = await ownDatabase(dataDir);
  endings.push(() => database.stop());
  const disk = openDisk(dataDir);
  endings.push(() => disk.close());
  const clock = openClock(dataDir);
  const github = await startFakeGithub();
  endings.push(() => github.stop());

  const port = await findPort();
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: database.connectionString,
    SVC_DATA_DIR: dataDir,
    SVC_PUBLIC_URL: url,
    SVC_SECRET: 'the secret of the chaos run',
    SVC_RATE_LIMITS: rateLimits,
    SVC_GITHUB_APP_ID: String(github.appId),
    SVC_GITHUB_PRIVATE_KEY: github.privateKey,
    SVC_GITHUB_URL: github.url,
    SVC_CI_ISSUERS: 'off',
  };
  const faulty = { ...env, ...disk.env, ...clock?.env };
  const keep = async (name: string, ownPort: number) => {
    const kept = await keepServer({
      name,
      dataDir,
      env: { ...faulty, SVC_PORT: String(ownPort) },
      onLost: (what) => journal.violate(what),
      onOutput: (output) => journal.keepOutput(name, output),
    });
    endings.push(() => kept.stop());
    return kept;
  };
  const service = await keep('service', port);
  const worker = await keep('worker', await findPort());
  await svcServer(['code-host', 'github', slug, 'acme/web'], env);
  const apiKey = await svcServer(['keys', 'create', slug], env);
  const { pool } = openDatabase({ connectionString: database.connectionString, max: 2 });
  endings.push(() => pool.end());
  const ended = new AbortController();
  endings.push(() => ended.abort());
  const own = { url, apiKey, journal, ending: ended.signal };
  return {
    ...{ ...own, service, worker, database, disk, clock, github },
    connect: (call) => connect(own, call),
    query: async (text, values) => (await pool.query(text, values)).rows,
  };
}

const connect = (
  { url, apiKey, journal, ending }: Pick<World, 'url' | 'apiKey' | 'journal' | 'ending'>,
  call: () => Call,
): SvcClient =>
  new SvcClient({
    apiUrl: url,
    apiKey,
    signal: ending,
    environment: false,
    onRetry: ({ error }) => journal.retried(call(), error),
  });

async function findPort(): Promise<number> {
  for (;;) {
    const port = ports.lowest + Math.floor(Math.random() * (ports.highest - ports.lowest));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
