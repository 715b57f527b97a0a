import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes whose hash is known, and that can be sent more than once. */
export interface Spooled {
  /** SHA-256. */
  hash: string;
  md5: string;
  size: number;
  open(): Uint8Array | Readable;
  discard(): Promise<void>;
}

/** Bytes of a stream that are kept in memory. */
const mostInMemory = 1024 * 1024;

/**
 * Reads content to its end, since its hash is its key: what is large goes to a file of `folder`. Errors of the source stay what they
 * are, and leave nothing behind.
 */
export async function spool(content: Uint8Array | Readable, folder: string): Promise<Spooled> {
  const sums = { hash: createHash('sha256'), md5: createHash('md5') };
  const file = path.join(folder, randomUUID());
  let handle: FileHandle | null = null;
  let held: Uint8Array[] = [];
  let size = 0;
  const discard = () => (handle === null ? Promise.resolve() : rm(file, { force: true }));
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      sums.hash.update(chunk);
      sums.md5.update(chunk);
      size += chunk.byteLength;
      held.push(chunk);
      if (content instanceof Uint8Array || (handle === null && size <= mostInMemory)) continue;
      handle ??= await open(file, 'wx', 0o600);
      for (const one of held) await handle.writeFile(one);
      held = [];
    }
    await handle?.close();
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await discard();
    throw error;
  }
  const [whole = Buffer.alloc(0), ...others] = held;
  const bytes = others.length === 0 ? whole : Buffer.concat(held);
  return {
    hash: sums.hash.digest('hex'),
    md5: sums.md5.digest('hex'),
    size,
    open: () => (handle === null ? bytes : createReadStream(file)),
    discard,
  };
}
