import { SvcError } from '@svc/sdk';
import type { ListedFile } from './listFiles.js';

/** A file that is not what it was when the upload began. */
export const fileChanged = ({ path }: Pick<ListedFile, 'path'>, cause?: unknown): SvcError =>
  new SvcError({
    code: 'FILE_CHANGED',
    message: `${path} changed during the upload: run the command again once the build is complete`,
    statusCode: 0,
    cause,
  });

const goneCodes = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/**
 * Reads a file that was there when the files were listed.
 * @throws SvcError `FILE_CHANGED` where it is gone
 */
export async function readListed<T>(file: ListedFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && goneCodes.has(String(error.code));
    throw isGone ? fileChanged(file, error) : error;
  }
}
