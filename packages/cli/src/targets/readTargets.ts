import { readFile } from 'node:fs/promises';
import type { CaptureTarget } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { decodeText } from '../decodeText.js';
import { parseTargets } from './parseTargets.js';

const reasons: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a directory' };

/** The targets of a file; `shown` is how the user wrote its path. */
export async function readTargets(path: string, shown: string): Promise<CaptureTarget[]> {
  if (/^https?:\/\//.test(shown)) {
    throw new CliError(
      'TARGETS_FILE_NOT_FOUND',
      `a targets file is expected, not an address: write [{"name": "Home", "url": "${shown}"}] to a JSON file, and pass its path`,
    );
  }
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const why = reasons[cause.code ?? ''] ?? `cannot be read (${cause.code})`;
    throw new CliError('TARGETS_FILE_NOT_FOUND', `the targets file ${shown} ${why}`, { cause });
  });
  return parseTargets(decodeText(bytes), shown);
}
