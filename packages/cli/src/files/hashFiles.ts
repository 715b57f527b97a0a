import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readListed } from './fileChanged.js';
import { isSmall, type ListedFile } from './listFiles.js';

export interface HashedFile extends ListedFile {
  /** SHA-256 in lower-case hexadecimal. */
  hash: string;
}

/** The files with their hashes; sizes are those of the bytes that were read. */
export async function hashFiles(files: readonly ListedFile[]): Promise<HashedFile[]> {
  const hashed: HashedFile[] = [];
  for (const file of files) {
    hashed.push(await readListed(file, () => hashFile(file)));
  }
  return hashed;
}

async function hashFile(file: ListedFile): Promise<HashedFile> {
  const digest = createHash('sha256');
  let size = 0;
  const parts: Iterable<Buffer> | AsyncIterable<Buffer> = isSmall(file)
    ? [await readFile(file.path)]
    : createReadStream(file.path);
  for await (const part of parts) {
    digest.update(part);
    size += part.length;
  }
  return { ...file, size, hash: digest.digest('hex') };
}
