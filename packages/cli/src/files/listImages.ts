import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SnapshotInput, SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { listFiles } from './listFiles.js';

const imageExtension = /\.(png|jpe?g|webp)$/i;
const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'));

export interface ImageFile extends SnapshotInput {
  /** As the user would write it. */
  file: string;
}

/**
 * The `.png`, `.jpg`, `.jpeg` and `.webp` files below a directory, named by their path without the extension; hidden files are left out.
 * @throws CliError when there is none, or two have the same name
 */
export async function listImages(directory: string, shown: string): Promise<ImageFile[]> {
  const files = (await listFiles(directory)).filter(
    ({ name }) => imageExtension.test(name) && !isHidden(name),
  );
  if (files.length === 0)
    throw new CliError('NO_SNAPSHOTS', `${shown} holds no .png, .jpg, .jpeg or .webp files`);
  const byName = new Map<string, string>();
  return files.map(({ name: file, path }) => {
    const name = file.replace(imageExtension, '').normalize('NFC');
    const earlier = byName.get(name);
    if (earlier) {
      throw new CliError(
        'SNAPSHOT_DUPLICATE',
        `${earlier} and ${file} would both be named "${name}": rename one of them`,
      );
    }
    byName.set(name, file);
    const written = join(shown, file);
    return { name, file: written, png: () => readImage(path, written) };
  });
}

/** @throws SvcError where there are no bytes to send */
export async function readImage(path: string, shown: string): Promise<Uint8Array> {
  const refuse = (why: string, cause?: unknown) =>
    new SvcError({ code: 'FILE_NOT_READ', message: `${shown} ${why}`, statusCode: 0, cause });
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`, error);
  });
  if (bytes.length === 0) throw refuse('is empty: take that screenshot again, or remove the file');
  return bytes;
}
