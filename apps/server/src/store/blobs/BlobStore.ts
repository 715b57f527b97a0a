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
  /**
   * The hashes of all blobs, in batches; those that are stored or deleted meanwhile may be among them or not.
   * @param start only those that begin with these two digits
   */
  list(start?: string): AsyncIterable<string[]>;
  /** When the bytes were last put; null when they are not there. */
  writtenAt(hash: string): Promise<Date | null>;
  /** Removes what processes that were killed left unfinished, and corrupt bytes that were set aside long ago. */
  removeLeftovers(): Promise<void>;
  /** Names of where the blobs are: processes that share blobs have one in common. */
  readonly places: readonly string[];
  /** Null where blobs are read through the service alone. */
  readonly direct: DirectReads | null;
}

/** Addresses in the store itself, at which anybody can read a blob for some minutes. */
export interface DirectReads {
  /** Scheme, host and port of the addresses. */
  readonly origin: string;
  /** Seconds for which an address stays the same, and works. */
  readonly seconds: number;
  /** @param headers of the answer */
  addressOf(hash: string, headers: { type: string; disposition?: string }): Promise<string>;
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
