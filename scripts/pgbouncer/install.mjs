import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, runProgram, step } from '../setup/runProgram.mjs';

const folder = path.join(root, '.cache/pgbouncer');
const unpacked = path.join(folder, 'usr/sbin/pgbouncer');

/**
 * PgBouncer: `SVC_PGBOUNCER_PATH`, the system's, or Debian's with its libraries, which is unpacked and not installed, since it would
 * start a server.
 *
 * @returns {Promise<{program: string, env: Record<string, string>} | null>} null where there is none, which is said
 */
export async function findOrUnpackPgBouncer() {
  const { SVC_PGBOUNCER_PATH: named } = process.env;
  const found = [named, '/usr/sbin/pgbouncer'].find((file) => file && existsSync(file));
  if (found) return { program: found, env: {} };
  try {
    if (!existsSync(unpacked)) await step('Unpacking Debian’s PgBouncer', unpack);
    const libraries = readdirSync(path.join(folder, 'usr/lib')).map((name) =>
      path.join(folder, 'usr/lib', name),
    );
    return { program: unpacked, env: { LD_LIBRARY_PATH: libraries.join(':') } };
  } catch (error) {
    console.error(`There is no PgBouncer, so the service is not tested behind it: ${error.message}`);
    return null;
  }
}

async function unpack() {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, quiet: true, timeout: 5 * 60_000 };
  await runProgram('apt-get', ['update'], options).catch(() => {});
  const { stdout } = await runProgram('apt-cache', ['depends', 'pgbouncer'], options);
  const libraries = [...stdout.matchAll(/Depends: (lib(?:c-ares|event)\S*)/g)].map(([, name]) => name);
  await runProgram('apt-get', ['download', 'pgbouncer', ...libraries], options);
  const archives = readdirSync(folder).filter((file) => file.endsWith('.deb'));
  // The program last: where it is, all is there.
  archives.sort(
    (one, other) => Number(one.startsWith('pgbouncer_')) - Number(other.startsWith('pgbouncer_')),
  );
  for (const archive of archives) await runProgram('dpkg-deb', ['-x', archive, '.'], options);
}
