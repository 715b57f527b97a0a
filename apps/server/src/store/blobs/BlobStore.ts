import type { Readable } from 'node:stream';

/** Bytes by their SHA-256 in lower-case hexadecimal. */
export interface BlobStore {
  /** Stores the bytes; when it returns they are durable. */
  put(content: Uint8Array | Readable): Promise<{ hash: string; size: number }>;
  has(hash: string): Promise<boolean>;
  /** The bytes, verified against their hash. Rejects with {@link BlobMissing} or {@link BlobCorrupt}. */
  get(hash: string): Promise<Buffer>;
  /** The bytes as a stream, verified at its end. */
  stream(hash: string): Promise<Readable>;
  delete(hash: string): Promise<void>;
  /** The hashes of all blobs, in batches; those that are stored or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<string[]>;
  /** When the bytes were last put; null when they are not there. */
  writtenAt(hash: string): Promise<Date | null>;
  /** Removes what processes that were killed left unfinished, and corrupt bytes that were set aside long ago. */
  removeLeftovers(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor(readonly hash: string) {
    super(`blob ${hash} is missing`);
    this.name = 'BlobMissing';
  }
}

/** What is stored under a hash does not have that hash. */
export class BlobCorrupt extends Error {
  constructor(readonly hash: string) {
    super(`blob ${hash} is corrupt`);
    this.name = 'BlobCorrupt';
  }
}
