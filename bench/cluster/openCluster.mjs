import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../scripts/setup/freePort.mjs';
import { runProgram } from '../../scripts/setup/runProgram.mjs';
import { startBalancer } from './startBalancer.mjs';
import { startProcess } from './startProcess.mjs';

const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg');

/** That of this version. */
export const ownProgram = fileURLToPath(new URL('../../apps/server/bin/svc-server.js', import.meta.url));

/**
 * A deployment with a database of its own, without any process yet: its blobs are in a bucket of Ceph, or in a folder that all
 * processes share where there is none.
 *
 * @param {string} name of its database and bucket
 * @param backend what `startBackend` gives; with `isDirect`, without PgBouncer
 */
export async function openCluster(name, { postgres, ceph = null, isDirect = false }) {
  const folder = mkdtempSync(join(tmpdir(), `svc-bench-${name}-`));
  chmodSync(folder, 0o711);
  const urls = await postgres.createDatabase(name, isDirect);
  const port = await freePort();
  const balancer = await startBalancer(port);
  const shared = {
    ...urls,
    SVC_HOST: '127.0.0.1',
    SVC_PUBLIC_URL: `http://localhost:${port}`,
    SVC_SECRET: randomBytes(24).toString('hex'),
    SVC_RATE_LIMITS: 'off',
    SVC_BOOTSTRAP_PROJECT: 'bench/bench',
    ...(ceph && (await createBucket(ceph, name))),
  };
  const database = new pg.Client({ connectionString: urls.DATABASE_DIRECT_URL ?? urls.DATABASE_URL });
  database.on('error', () => {});
  await database.connect();
  const processes = new Map();
  let apiKey = '';

  /** Starts a process, whose name begins with its role, such as `api 2`. */
  async function start(one, { program = ownProgram, env = {} } = {}) {
    const [role] = one.split(' ');
    const own = join(folder, one.replace(' ', '-'));
    mkdirSync(own, { recursive: true });
    const listens = role === 'api' ? { SVC_PORT: String(await freePort()) } : {};
    const place = { SVC_ROLES: role, SVC_DATA_DIR: ceph ? own : join(folder, 'shared') };
    const started = await startProcess({
      program,
      env: { ...shared, ...place, ...listens, ...env },
      folder: own,
    });
    if (role === 'api') {
      apiKey = JSON.parse(readFileSync(started.readyFile, 'utf8')).apiKey ?? apiKey;
      balancer.add(Number(listens.SVC_PORT));
    }
    processes.set(one, { ...started, port: Number(listens.SVC_PORT ?? 0) });
    return started;
  }

  /** @param {'kill' | 'stop'} how */
  async function end(one, how) {
    const ended = processes.get(one);
    if (!ended) throw new Error(`there is no process ${one}`);
    const code = await ended[how]();
    balancer.remove(ended.port);
    processes.delete(one);
    return code;
  }

  return {
    url: shared.SVC_PUBLIC_URL,
    /** Of the project bench/bench. */
    apiKey: () => apiKey,
    start,
    kill: (one) => end(one, 'kill'),
    stop: (one) => end(one, 'stop'),
    /** Names of the processes of a role, or of all. */
    list: (role = '') => [...processes.keys()].filter((one) => one.startsWith(role)),
    pidOf: (one) => processes.get(one)?.pid,
    query: async (text, values) => (await database.query(text, values)).rows,
    /** Bytes that PostgreSQL has written to its log so far, for all databases. */
    walBytes: async () =>
      Number((await database.query(`select pg_current_wal_lsn() - '0/0' bytes`)).rows[0].bytes),
    /** Makes a project with nothing in it. @returns its key */
    async createProject(project) {
      const { stdout } = await runCommand(shared, folder, ['keys', 'create', `bench/${project}`]);
      return stdout.trim();
    },
    migrate: () => runCommand(shared, folder, ['migrate']),
    async close() {
      await Promise.all([...processes.keys()].map((one) => end(one, 'stop')));
      await balancer.close();
      await database.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const runCommand = (shared, folder, words) =>
  runProgram(process.execPath, [ownProgram, ...words], {
    env: { ...process.env, ...shared, SVC_DATA_DIR: join(folder, 'shared') },
    quiet: true,
  });

async function createBucket({ endpoint, accessKeyId, secretAccessKey }, name) {
  const bucket = `svc-${name}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    SVC_BLOBS: 's3',
    SVC_S3_BUCKET: bucket,
    SVC_S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
