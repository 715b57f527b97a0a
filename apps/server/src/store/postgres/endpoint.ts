// biome-ignore-all lint/style/useNamingConvention: PostgreSQL settings.

import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { canReach } from './account.js';
import { databaseUser } from './initCluster.js';
import { PostgresError } from './PostgresError.js';
import type { Place } from './placeCluster.js';

/** How clients reach the server. */
export interface Endpoint {
  /** Server settings. */
  settings: Record<string, string>;
  connectionString(database: string): string;
  /** Removes what is not in the place's home. */
  cleanUp(): void;
}

/** Only names the socket, since nothing listens on TCP. */
const socketPort = 5432;

/** `sun_path` has 104 bytes on macOS and 108 on Linux, with its end. */
const longestSocketPath = 103;

/**
 * A Unix socket in a folder that only the server's account (and root) may enter. It is in the place's home, or in the
 * temporary folder when that path is too long for a socket.
 */
export function openSocketEndpoint({ home, account }: Place): Endpoint {
  const record = path.join(home, 'socket-folder');
  removeRecorded(record);
  let folder = path.join(home, 'socket');
  const isShort = Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
  if (isShort) {
    mkdirSync(folder, { recursive: true });
  } else {
    const temporary = [os.tmpdir(), '/tmp'].find((candidate) => canReach(account, candidate));
    if (temporary === undefined)
      throw new PostgresError('There is no temporary folder for the database socket.');
    folder = mkdtempSync(path.join(temporary, 'svc-pg-'));
    writeFileSync(record, folder);
  }
  chmodSync(folder, 0o700);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  return {
    settings: { listen_addresses: '', unix_socket_directories: folder, port: String(socketPort) },
    connectionString: (database) =>
      `postgresql://${databaseUser}@localhost:${socketPort}/${database}?host=${encodeURIComponent(folder)}`,
    cleanUp: () => removeRecorded(record),
  };
}

/** A killed predecessor could not remove its socket folder in the temporary folder. */
function removeRecorded(record: string): void {
  try {
    const folder = readFileSync(record, 'utf8');
    if (path.basename(folder).startsWith('svc-pg-')) rmSync(folder, { recursive: true, force: true });
    rmSync(record, { force: true });
  } catch {
    // There is none.
  }
}

/** The password of loopback connections on Windows, made once for a cluster. */
export function readPassword({ home }: Place): string {
  const file = path.join(home, 'password');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const password = randomBytes(24).toString('base64url');
    writeFileSync(file, password, { mode: 0o600 });
    return password;
  }
}

/** Loopback with a password, for Windows, where PostgreSQL's sockets are not protected by their folder. */
export async function openLoopbackEndpoint(password: string): Promise<Endpoint> {
  const port = await findFreePort();
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
    connectionString: (database) => `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${database}`,
    cleanUp: () => undefined,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new PostgresError('There is no free port.');
  return address.port;
}
