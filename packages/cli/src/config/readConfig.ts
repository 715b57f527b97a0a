import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../CliError.js';
import { decodeText } from '../decodeText.js';
import type { FoundConfig } from '../SvcConfig.js';
import { assertConfig } from './checkConfig.js';

const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `svc.config.${extension}`);

/**
 * The folders that may hold the file: the working directory and those above it, up to the root of the repository. Outside of
 * a repository only the working directory, since what is above it may belong to others.
 */
function foldersFrom(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; !existsSync(join(folder, '.git')); ) {
    const parent = dirname(folder);
    if (parent === folder) return [cwd];
    folders.push(parent);
    folder = parent;
  }
  return folders;
}

/**
 * The nearest configuration file; null where there is none.
 * @throws CliError CONFIG_INVALID
 */
function findFile(cwd: string): string | null {
  for (const folder of foldersFrom(cwd)) {
    const found = names.map((name) => join(folder, name)).filter((file) => existsSync(file));
    const [file, other] = found;
    if (other) {
      throw new CliError(
        'CONFIG_INVALID',
        `${folder} has more than one configuration (${found.map((one) => relative(folder, one)).join(', ')}): keep one of them`,
      );
    }
    if (file) return file;
  }
  return null;
}

const loadsTypeScript = () => 'typescript' in process.features && Boolean(process.features.typescript);

async function load(file: string): Promise<unknown> {
  if (file.endsWith('.json')) return JSON.parse(decodeText(await readFile(file)));
  if (/\.m?ts$/.test(file) && !loadsTypeScript()) {
    throw new TypeError(
      `Node loads TypeScript from 22.18 on, and this is ${process.versions.node}: use that, or svc.config.js or svc.config.json`,
    );
  }
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  if (module.default === undefined) throw new TypeError('it has no default export');
  return module.default;
}

/**
 * Reads and checks the nearest configuration file.
 * @param flagsOf the flags of the file that each command has, by the name of the command
 * @throws CliError CONFIG_INVALID
 */
export async function readConfig(
  cwd: string,
  flagsOf: Readonly<Record<string, readonly string[]>>,
): Promise<FoundConfig | null> {
  const path = findFile(cwd);
  if (path === null) return null;
  const file = relative(cwd, path) || path;
  try {
    const config = await load(path);
    assertConfig(config, flagsOf);
    return { file, config };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('CONFIG_INVALID', `${file}: ${why}`, { cause: error });
  }
}
