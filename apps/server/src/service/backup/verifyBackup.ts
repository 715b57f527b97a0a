import type { BackupStore } from '../../store/backup/BackupStore.js';
import { examineFile, findBackup, readLines } from './backupFiles.js';
import { type BlobOutcome, verifyBlobs } from './eachBlob.js';
import { filesOf, type Manifest } from './Manifest.js';
import { noteBlobs, type Progress } from './Progress.js';

export interface VerifiedBackup {
  name: string;
  manifest: Manifest;
  /** What is wrong with files of the database. */
  files: string[];
  /** Null where the file that names the blobs is damaged itself. */
  blobs: BlobOutcome | null;
}

/**
 * Reads all of a backup to see whether it is what it was when it was made.
 * @param given the newest unless given
 * @throws BackupRefused where there is none, or where its manifest is damaged
 */
export async function verifyBackup(
  store: BackupStore,
  given: string | undefined,
  progress: Progress,
): Promise<VerifiedBackup> {
  const { name, manifest } = await findBackup(store, given);
  const files = await examineFiles(store, name, manifest);
  if (await examineFile(store, name, manifest.blobs)) return { name, manifest, files, blobs: null };
  const hashes = readLines(store, name, manifest.blobs);
  const blobs = await verifyBlobs(store.blobs, hashes, noteBlobs(progress, manifest.blobs.count));
  return { name, manifest, files, blobs };
}

/** What is wrong with the files of a backup. */
export async function examineFiles(store: BackupStore, name: string, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const file of filesOf(manifest)) {
    const problem = await examineFile(store, name, file);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}
