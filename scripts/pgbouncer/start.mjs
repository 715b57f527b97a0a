import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../setup/freePort.mjs';
import { findOrUnpackPgBouncer } from './install.mjs';

const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg');

/** Milliseconds. */
const patience = 20_000;

export async function startPgBouncer(server, poolSize) {
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
  // It refuses to run as root, and reaches the socket of the server as its user.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(found.program, [...asUser, file], {
    env: { ...process.env, ...found.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const stop = async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const connectionString = (direct) =>
    `postgresql://${username}@127.0.0.1:${port}${new URL(direct).pathname}`;
  try {
    await answer(connectionString(server), () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not start:\n${output}`, { cause: error });
  }
  return { connectionString, stop };
}

/** Waits until a database answers. */
async function answer(connectionString, hasEnded) {
  for (const deadline = Date.now() + patience; ; await sleep(50)) {
    const client = new pg.Client({ connectionString });
    const failure = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => null,
        (error) => error,
      );
    await client.end().catch(() => {});
    if (failure === null) return;
    if (hasEnded() || Date.now() > deadline) throw failure;
  }
}
