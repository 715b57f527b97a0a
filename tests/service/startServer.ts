import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServiceDatabase } from '../../apps/server/testing/createMigratedDatabase.js';

const program = fileURLToPath(new URL('../../apps/server/bin/svc-server.js', import.meta.url));
const patience = 120_000;

export interface Server {
  url: string;
  /** The first start of a data folder makes the key; later ones have null. */
  apiKey: string | null;
  signInUrl: string | null;
  process: ChildProcess;
  /** What it has printed. */
  output(): string;
  /** Ctrl-C, or another signal that asks to end. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  kill(): Promise<void>;
}

export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-server-'));
  // As root, the database is another user's, who has to get through here.
  await chmod(folder, 0o711);
  return folder;
}

/** Removes a data folder; the last files of a killed database can still be going. */
export const removeDataDir = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/**
 * Starts the real `svc-server` as a process of its own, with the embedded database, and waits until it is ready.
 * @param own its program, where it is not that of this version
 */
export async function startServer(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  own = program,
): Promise<Server> {
  const readyFile = join(dataDir, `ready-${randomUUID()}.json`);
  const child = spawn(process.execPath, [own], {
    env: {
      ...process.env,
      SVC_PORT: '0',
      SVC_DATA_DIR: dataDir,
      SVC_BOOTSTRAP_PROJECT: 'acme/web',
      SVC_READY_FILE: readyFile,
      SVC_RATE_LIMITS: 'off',
      // Several services capture at once beside each other.
      SVC_PAGES: '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  const deadline = Date.now() + patience;
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`svc-server did not get ready:\n${output}`);
    }
    await sleep(50);
  }
  const { url, apiKey, signInUrl } = JSON.parse(await readFile(readyFile, 'utf8'));
  return {
    url,
    apiKey,
    signInUrl,
    process: child,
    output: () => output,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * The same with a database on the server that test files share: for tests of anything but the embedded one, which takes many
 * times longer to make. The database goes when the service stops.
 */
export async function startOnSharedDatabase(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const { connectionString, drop } = await createServiceDatabase();
  const server = await startServer(dataDir, { DATABASE_URL: connectionString, ...env });
  return {
    ...server,
    async stop(signal) {
      const code = await server.stop(signal);
      await drop();
      return code;
    },
  };
}

/** What another command of `svc-server` prints. */
export async function svcServer(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  return stdout.trim();
}
