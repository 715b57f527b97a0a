import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../../apps/server/testing/runSql.js';
import { findOrUnpackPgBouncer } from '../../scripts/setup/pgbouncer.mjs';
import { freePort } from '../service/freePort.js';

/** Milliseconds. */
const patience = 20_000;

export interface PgBouncer {
  /** The same database, through the pooler. */
  connectionString(direct: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer that shares its connections between clients for each transaction, as it is set up by default otherwise.
 * @param server a connection string of the server that it is in front of
 * @param poolSize connections to a database
 * @returns null where there is no PgBouncer
 */
export async function startPgBouncer(server: string, poolSize: number): Promise<PgBouncer | null> {
  const found = await findOrUnpackPgBouncer();
  if (found === null) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'svc-pgbouncer-'));
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort, username, password, searchParams } = new URL(server);
  const target = [
    `host=${searchParams.get('host') ?? hostname}`,
    `port=${serverPort || 5432}`,
    ...(password === '' ? [] : [`password=${decodeURIComponent(password)}`]),
  ];
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" ""\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = ${target.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  );
  // It refuses to run as root, and reaches the socket of the tests' server as the user of that.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(found.program, [...asUser, file], {
    env: { ...process.env, ...found.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const stop = async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const connectionString = (direct: string) =>
    `postgresql://${username}@127.0.0.1:${port}${new URL(direct).pathname}`;
  try {
    for (const deadline = Date.now() + patience; ; await sleep(50)) {
      const failure = await runSql(connectionString(server), 'select 1').then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) break;
      if (child.exitCode !== null || Date.now() > deadline) throw failure;
    }
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not start:\n${output}`, { cause: error });
  }
  return { connectionString, stop };
}
