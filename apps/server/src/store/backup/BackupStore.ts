import type { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/BlobStore.js';

/** Where backups are: files by name, and the blobs that all of them share. */
export interface BackupStore {
  /** As people know it. */
  place: string;
  blobs: BlobStore;
  /** Writes a file; when it returns, all of it is there and durable. */
  write(name: string, content: Readable): Promise<void>;
  /** Rejects with {@link BackupFileMissing}, or so does the stream. */
  read(name: string): Promise<Readable>;
  /** The names of all files. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes what interrupted writes left apart from files, when no other process writes. */
  removeLeftovers(): Promise<void>;
}

export class BackupFileMissing extends Error {
  override readonly name = 'BackupFileMissing';

  constructor(readonly file: string) {
    super(`the file ${file} of the backup is missing`);
  }
}
