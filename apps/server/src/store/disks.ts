import { statfs } from 'node:fs/promises';
import { DiskFull, StorageUnavailable } from '../domain/StorageUnavailable.js';

/** What is left on the disk of a folder. */
export interface FreeSpace {
  bytes: number;
  /** Between 0 and 1; of bytes or of files, whichever is scarcer. */
  share: number;
}

/** The disks that the service writes to. */
export interface Disks {
  /**
   * Rejects while one of them is nearly full, so that somebody makes room before it is.
   * @throws {StorageUnavailable}
   */
  check(): Promise<void>;
  /**
   * Rejects while one of them is full.
   * @throws {DiskFull}
   */
  requireRoom(): Promise<void>;
}

/** What a browser, or a database, writes without asking. */
const leastRoom = 32 * 1024 ** 2;

export async function readFreeSpace(folder: string): Promise<FreeSpace> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
  const shares = [
    ...(blocks > 0 ? [bavail / blocks] : []),
    // Some file systems have no limit of files, and say 0.
    ...(files > 0 ? [ffree / files] : []),
  ];
  return { bytes: bavail * bsize, share: Math.min(1, ...shares) };
}

/** @param minPercent of free space or files; 0 for disks that are never nearly full */
export const createDisks = (
  folders: readonly string[],
  minPercent: number,
  read: (folder: string) => Promise<FreeSpace> = readFreeSpace,
): Disks => ({
  async check() {
    for (const folder of folders) {
      const space = await read(folder).catch((cause: unknown) => {
        throw new StorageUnavailable(`The disk of ${folder} cannot be used.`, { cause });
      });
      if (isLow(space, minPercent)) {
        throw new StorageUnavailable(
          `The disk of ${folder} is nearly full: ${describe(space)}. Free some space.`,
        );
      }
    }
  },

  async requireRoom() {
    for (const folder of folders) {
      const { bytes, share } = await read(folder);
      if (share === 0 || bytes < leastRoom)
        throw new DiskFull(`The disk of ${folder} is full. Free some space.`);
    }
  },
});

export const isLow = ({ share }: FreeSpace, minPercent: number): boolean => share * 100 < minPercent;

/** Such as `1.2 GiB free (4 %)`. */
export const describe = ({ bytes, share }: FreeSpace): string =>
  `${(bytes / 1024 ** 3).toFixed(1)} GiB free (${Math.floor(share * 100)} %)`;
