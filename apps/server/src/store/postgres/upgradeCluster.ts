import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Endpoint, openLoopbackEndpoint, openSocketEndpoint, readPassword } from './endpoint.js';
import { finishUpgrade, recordUpgrade } from './finishUpgrade.js';
import { databaseUser, initCluster, readMajor } from './initCluster.js';
import { launchServer } from './launchServer.js';
import { lockDataDir } from './lockDataDir.js';
import { PostgresError } from './PostgresError.js';
import { type Place, placeCluster } from './placeCluster.js';
import { reapOrphan } from './reapOrphan.js';
import { findRuntime, type Runtime } from './runtime.js';

export interface UpgradeOptions {
  dataDir: string;
  /** Folder of the programs of the new version; those of npm when not given. */
  binDir?: string | undefined;
  /** Folder of the programs of the old version; looked for when not given. */
  oldBinDir?: string | undefined;
  /** Receives the logs of both servers, line by line. */
  log?: (line: string) => void;
  /** Copies all from one database to an empty one, and makes sure of it; both are connection strings. */
  copy(from: string, to: string): Promise<void>;
}

export interface Upgraded {
  /** Major versions. */
  from: number;
  to: number;
  /** Folder of the old cluster, which stays as it was. */
  kept: string;
}

/**
 * Brings the embedded cluster to the major version of the programs. The new cluster is made beside the old one, which is put aside once
 * the new one has all. Cut off at any moment, the next start finds one of them, whole.
 * @returns null where the cluster has that version already
 * @throws {PostgresError} when the folder is in use, or the programs of one of the versions are not there
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Upgraded | null> {
  const { log = () => undefined } = options;
  if (!existsSync(options.dataDir)) throw noCluster(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const place = placeCluster(dataDir);
    finishUpgrade(place);
    const runtime = findRuntime(place.home, options.binDir);
    const from = readMajor(place.cluster);
    if (from === null) throw noCluster(dataDir);
    if (from === runtime.major) return null;
    if (from > runtime.major)
      throw new PostgresError(
        `The database in ${place.cluster} was created by PostgreSQL ${from}, which is newer than these programs of ${runtime.major}. ` +
          'Set SVC_PG_BIN to the programs of a newer version.',
      );
    const oldRuntime = findOldRuntime(place.home, from, options.oldBinDir);
    const next: Place = { ...place, home: path.join(place.home, 'next'), cluster: `${place.cluster}.next` };
    for (const { cluster } of [place, next]) await reapOrphan(cluster, log);
    rmSync(next.cluster, { recursive: true, force: true });
    const password = process.platform === 'win32' ? readPassword(place) : null;
    mkdirSync(next.home, { recursive: true });
    chmodSync(next.home, 0o711);
    initCluster(next, runtime, password);
    try {
      await withServers(
        [
          { place, runtime: oldRuntime },
          { place: next, runtime },
        ],
        { password, log },
        (old, empty) => options.copy(old, empty),
      );
    } catch (error) {
      rmSync(next.cluster, { recursive: true, force: true });
      throw error;
    } finally {
      rmSync(next.home, { recursive: true, force: true });
    }
    const kept = recordUpgrade(place, next.cluster, from);
    finishUpgrade(place);
    return { from, to: runtime.major, kept };
  } finally {
    unlock();
  }
}

const noCluster = (dataDir: string) =>
  new PostgresError(`There is no embedded database in ${dataDir}. Check SVC_DATA_DIR.`);

/** Runs both servers meanwhile, each in its own folder for sockets. */
async function withServers(
  [old, next]: [{ place: Place; runtime: Runtime }, { place: Place; runtime: Runtime }],
  { password, log }: { password: string | null; log: (line: string) => void },
  use: (old: string, next: string) => Promise<void>,
): Promise<void> {
  const endings: (() => unknown)[] = [];
  const start = async ({ place, runtime }: typeof old): Promise<string> => {
    const endpoint: Endpoint =
      password === null ? openSocketEndpoint(place) : await openLoopbackEndpoint(password);
    endings.push(() => endpoint.cleanUp());
    const server = await launchServer({ place, runtime, endpoint, settings: {}, log });
    endings.push(() => server.stop());
    return endpoint.connectionString(databaseUser);
  };
  try {
    await use(await start(old), await start(next));
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

/** Where systems put them. */
const usualFolders = (major: number): string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

/** Programs that come from npm were copied into our home, where those of earlier versions still are. */
function findOldRuntime(home: string, major: number, given: string | undefined): Runtime {
  if (given !== undefined) {
    const runtime = findRuntime(home, given);
    if (runtime.major === major) return runtime;
    throw new PostgresError(
      `${given} has the programs of PostgreSQL ${runtime.major}, but the database has the version ${major}.`,
    );
  }
  const copies = readdirSync(home)
    .filter((name) => /^runtime-[\w.-]+$/.test(name) && !name.endsWith('.partial'))
    .map((name) => path.join(home, name, 'bin'));
  for (const folder of [...copies, ...usualFolders(major)]) {
    if (!existsSync(folder)) continue;
    try {
      const runtime = findRuntime(home, folder);
      if (runtime.major === major) return runtime;
    } catch {
      // Such as one that was deleted in part.
    }
  }
  throw new PostgresError(
    `Only the programs of PostgreSQL ${major} can read the database, and they are not installed. Install them (on Debian: apt-get install ` +
      `postgresql-${major}), and name their folder with --old-bin. Nothing was changed.`,
  );
}
