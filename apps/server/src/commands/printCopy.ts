import type { BlobStoreName } from '../domain/blobStoreNames.js';
import { StorageUnavailable } from '../domain/StorageUnavailable.js';
import { openBlobStore } from '../openBlobs.js';
import { ConfigError } from '../settings/ConfigError.js';
import { type CopyProgress, copyBlobs } from '../store/blobs/copyBlobs.js';
import type { CommandContext } from './CommandContext.js';

/** Milliseconds between two lines of progress. */
const interval = 2_000;

/** Corrupt blobs that are listed. */
const mostListed = 20;

/**
 * Copies blobs from one store to another, and says how far it is.
 * @throws ConfigError for a store that is not known, StorageUnavailable for one that cannot be used
 */
export async function printCopy(
  { config, print }: Pick<CommandContext, 'config' | 'print'>,
  { from, to, parallel }: { from: BlobStoreName; to: BlobStoreName; parallel: number },
): Promise<void> {
  if (from === to)
    throw new ConfigError(`Blobs are copied from one store to another, not from ${from} to ${to}`);
  const settings = config();
  const [source, target] = [await openBlobStore(settings, from), await openBlobStore(settings, to)];
  let said = performance.now();
  const onProgress = (progress: CopyProgress) => {
    if (performance.now() - said < interval) return;
    said = performance.now();
    print(`${Math.floor(progress.share * 100)} %: ${describe(progress)}`);
  };
  const progress = await copyBlobs(source, target, { parallel, onProgress }).catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new StorageUnavailable(
      `${error.message} What was copied stays: run the command again to continue.`,
      {
        cause: error,
      },
    );
  });
  print(`Done: ${describe(progress)}`);
  sayCorrupt(progress.corrupt, from, print);
}

function sayCorrupt(corrupt: readonly string[], from: BlobStoreName, print: (line: string) => void): void {
  if (corrupt.length === 0) return;
  print(
    `${corrupt.length} in ${from} have other bytes than their hash says. They were not copied, and are kept in quarantine:`,
  );
  for (const hash of corrupt.slice(0, mostListed)) print(`  ${hash}`);
  if (corrupt.length > mostListed) print(`  … and ${corrupt.length - mostListed} more`);
  process.exitCode = 1;
}

const count = (number: number): string => number.toLocaleString('en-US');

const describe = ({ copied, bytes, there, gone }: CopyProgress): string =>
  [
    `${count(copied)} copied (${(bytes / 1024 ** 2).toFixed(1)} MiB)`,
    `${count(there)} already there`,
    ...(gone > 0 ? [`${count(gone)} deleted meanwhile`] : []),
  ].join(', ');
