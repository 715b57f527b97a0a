import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameProblem } from '@svc/schema/nameProblem';
import { type IgnoredRegion, type SnapshotInput, SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { listFiles } from './listFiles.js';
import { readIgnored } from './readIgnored.js';

const imageExtension = /\.(png|jpe?g|webp)$/i;
/** Beside an image, with the name of its snapshot. */
const ignoreExtension = /\.ignore\.json$/i;
const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'));

export interface ImageFile extends SnapshotInput {
  /** As the user would write it. */
  file: string;
}

/**
 * The `.png`, `.jpg`, `.jpeg` and `.webp` files below a directory, named by their path without the extension; hidden files are left out.
 * Boxes that comparisons ignore are in `<name>.ignore.json`.
 * @throws CliError when there is none, one cannot give its name to a snapshot, two have the same name, or boxes belong to none
 */
export async function listImages(directory: string, shown: string): Promise<ImageFile[]> {
  const all = await listFiles(
    directory,
    (name) => !isHidden(name) && (imageExtension.test(name) || ignoreExtension.test(name)),
  );
  const files = all.filter(({ name }) => imageExtension.test(name));
  if (files.length === 0)
    throw new CliError('NO_SNAPSHOTS', `${shown} holds no .png, .jpg, .jpeg or .webp files`);
  const byName = new Map<string, string>();
  const images = files.map(({ name: file, path }): ImageFile => {
    const name = snapshotName(file, imageExtension);
    const problem = nameProblem(name);
    if (problem !== null) {
      const written = JSON.stringify(join(shown, file));
      throw new CliError(
        'NAME_INVALID',
        `${written} cannot name a snapshot, since its path ${problem}: rename it`,
      );
    }
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
  const ignored = new Map<string, IgnoredRegion[]>();
  for (const { name: file, path } of all.filter(({ name }) => ignoreExtension.test(name))) {
    const name = snapshotName(file, ignoreExtension);
    const written = join(shown, file);
    if (!byName.has(name)) {
      throw new CliError(
        'IGNORE_WITHOUT_IMAGE',
        `${written} belongs to the image ${name}, which is not there`,
      );
    }
    ignored.set(name, await readIgnored(path, written));
  }
  return images.map((image) => ({ ...image, ignore: ignored.get(image.name) }));
}

const snapshotName = (file: string, extension: RegExp): string =>
  file.replace(extension, '').normalize('NFC');

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
