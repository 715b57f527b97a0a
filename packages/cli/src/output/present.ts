import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { OutputFlags } from '../flags.js';
import type { Output } from './Output.js';

/** Where the outcome of a command goes: the process, and what its flags say. */
export type Presentation = Pick<Context, 'stdout' | 'cwd'> & { outputFlags: OutputFlags };

const jsonOf = (document: Output) => `${JSON.stringify(document)}\n`;

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

/**
 * Removes the report of an earlier run, and makes sure that there can be one, before the work begins.
 * @throws CliError REPORT_NOT_WRITTEN
 */
export async function prepareReport({ cwd, outputFlags: { report } }: Presentation): Promise<void> {
  if (report === undefined) return;
  const file = resolve(cwd, report);
  try {
    await makeFolder(dirname(file));
    await rm(file, { force: true });
  } catch (error) {
    throw reportError(report, error);
  }
}

/**
 * Writes the document into the file of `--report`.
 * @throws CliError REPORT_NOT_WRITTEN
 */
export async function writeReport(
  document: Output,
  { cwd, outputFlags: { report } }: Presentation,
): Promise<void> {
  if (report === undefined) return;
  await writeFile(resolve(cwd, report), jsonOf(document)).catch((error) => {
    throw reportError(report, error);
  });
}

/**
 * Ends a command with what it found: text for people, or one JSON document, and that document in the file of `--report`.
 * @param to where the text goes; the document is always on stdout
 */
export async function present(
  document: Output,
  text: () => string,
  presentation: Presentation,
  to: Pick<Context['stdout'], 'write'> = presentation.stdout,
): Promise<void> {
  if (presentation.outputFlags.output === 'json') presentation.stdout.write(jsonOf(document));
  else to.write(text());
  await writeReport(document, presentation);
}
