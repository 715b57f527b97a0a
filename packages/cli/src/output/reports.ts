import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { formatJunit } from './junit/formatJunit.js';
import type { Output } from './Output.js';

/** Where the files of `--report` and `--junit` go. */
export type ReportPlaces = Pick<Context, 'cwd' | 'outputFlags'>;

export const jsonOf = (document: Output) => `${JSON.stringify(document)}\n`;

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ERR_FS_EISDIR: 'it is a directory',
  ENOSPC: 'the disk is full',
};

function reportError(file: string, cause: unknown): CliError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = reasons[code] ?? (code || String(cause));
  return new CliError('REPORT_NOT_WRITTEN', `cannot write the report ${file}: ${why}`, { cause });
}

/** As `mkdir` with `recursive`, which never ends where a file system refuses a folder as if its parent were missing. */
async function makeFolder(folder: string): Promise<void> {
  const error = await mkdir(folder).then(
    () => null,
    (thrown: NodeJS.ErrnoException) => thrown,
  );
  if (error === null || error.code === 'EEXIST') return;
  if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

const namedFiles = ({ outputFlags: { report, junit } }: ReportPlaces): string[] =>
  [report, junit].filter((file) => file !== undefined);

/**
 * Removes the reports of an earlier run, and makes sure that there can be new ones, before the work begins.
 * @throws CliError REPORT_NOT_WRITTEN, USAGE
 */
export async function prepareReports(places: ReportPlaces): Promise<void> {
  const { cwd } = places;
  const files = namedFiles(places);
  if (new Set(files.map((file) => resolve(cwd, file))).size < files.length) {
    throw new CliError('USAGE', `--report and --junit name the same file ${files[0]}: give each its own`);
  }
  for (const file of files) {
    try {
      const whole = resolve(cwd, file);
      await makeFolder(dirname(whole));
      await rm(whole, { force: true });
    } catch (error) {
      throw reportError(file, error);
    }
  }
}

/**
 * Writes the document into the files of `--report` and `--junit`.
 * @throws CliError REPORT_NOT_WRITTEN
 */
export async function writeReports(document: Output, { cwd, outputFlags }: ReportPlaces): Promise<void> {
  const { report, junit } = outputFlags;
  const write = async (file: string | undefined, text: (document: Output) => string) => {
    if (file === undefined) return;
    await writeFile(resolve(cwd, file), text(document)).catch((error) => {
      throw reportError(file, error);
    });
  };
  await write(report, jsonOf);
  await write(junit, formatJunit);
}
