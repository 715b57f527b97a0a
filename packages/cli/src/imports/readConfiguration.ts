import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../CliError.js';
import { decodeText } from '../decodeText.js';

export interface Configuration {
  /** As the user would write it. */
  file: string;
  path: string;
  text: string;
}

/**
 * The first of these files that exists.
 * @param flag that names another one
 * @throws CliError if there is none
 */
export async function findConfiguration(
  files: readonly string[],
  { folder, tool, flag }: { folder: string; tool: string; flag: string },
): Promise<Configuration> {
  for (const file of files) {
    const path = resolve(folder, file);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(error.code ?? '')) return null;
      throw error;
    });
    if (bytes !== null) return { file, path, text: decodeText(bytes) };
  }
  throw new CliError(
    'NO_CONFIGURATION',
    `no ${tool} configuration here (${files.join(', ')}): run this in its folder, or name it with ${flag}`,
  );
}

/**
 * What a configuration exports, or holds as JSON.
 * @throws CliError where it cannot be read
 */
export async function evaluate({ file, path, text }: Configuration): Promise<Record<string, unknown>> {
  const refuse = (why: string, cause?: unknown) =>
    new CliError('BAD_CONFIGURATION', `${file} cannot be read: ${why}`, { cause });
  let value: unknown;
  try {
    value = extname(path) === '.json' ? JSON.parse(text) : exportOf(await import(pathToFileURL(path).href));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error), error);
  }
  if (!isRecord(value)) throw refuse('it is not an object');
  return value;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const exportOf = (module: Record<string, unknown>): unknown => module.default ?? module;
