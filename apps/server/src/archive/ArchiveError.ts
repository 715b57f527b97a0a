export type ArchiveErrorCode = 'ARCHIVE_INVALID' | 'ARCHIVE_TOO_LARGE';

/** An archive that is refused. The message names the entry where there is one, and can be shown to who sent it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';

  constructor(
    readonly code: ArchiveErrorCode,
    message: string,
  ) {
    super(message);
  }
}
