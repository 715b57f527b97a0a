/** The blob store cannot take or give bytes now: the disk is full, or the store is out of reach. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** The disk or the database has no room for a write. It succeeds once space has been freed. */
export class DiskFull extends StorageUnavailable {
  override readonly name = 'DiskFull';
}

/** Codes of the operating system and of PostgreSQL (`disk_full`). */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EROFS', '53100'];

/** Codes of disks that are not full, but broken (`io_error`). */
const faultCodes = ['EIO', '58030'];

/** What PostgreSQL says of faults that have no code of their own there. */
const fullWords = /No space left on device|Disk quota exceeded|Read-only file system/;

/** Whether an error, or what caused it, says that a disk is full or read-only: of a file or of the database. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof DiskFull ||
    hasCode(error, fullCodes) ||
    fullWords.test(error.message) ||
    isDiskFull(error.cause));

/** As {@link isDiskFull}, or that a disk is broken. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof StorageUnavailable ||
    isDiskFull(error) ||
    hasCode(error, faultCodes) ||
    isDiskFault(error.cause));

const hasCode = (error: Error, codes: readonly string[]): boolean =>
  'code' in error && codes.includes(String(error.code));
