/** The blob store cannot take or give bytes now: the disk is full, or the store is out of reach. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailable';
  }
}

/** Codes of the operating system, and of PostgreSQL (53100 disk_full, 58030 io_error). */
const diskFaults = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100', '58030'];

/** What PostgreSQL says of faults that have no code of their own there. */
const diskFaultWords = /No space left on device|Disk quota exceeded|Read-only file system/;

/** Whether an error, or what caused it, says that a disk is full, read-only or broken: of a file or of the database. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StorageUnavailable) return true;
  const code = 'code' in error ? String(error.code) : '';
  return diskFaults.includes(code) || diskFaultWords.test(error.message) || isDiskFault(error.cause);
}
