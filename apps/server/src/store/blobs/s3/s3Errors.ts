import { DiskFull, StorageUnavailable } from '../../../domain/StorageUnavailable.js';
import { BlobCorrupt, BlobMissing } from '../BlobStore.js';

/** Refusals that another attempt may turn: the store did not get what was sent, or a clock was wrong. */
const passing = new Set([
  'BadDigest',
  'IncompleteBody',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'XAmzContentSHA256Mismatch',
]);

/** What stores say that have no room. */
const full = /quota|storagefull|insufficient/i;

/** Whether another attempt may succeed: the store is away, busy or broken, and has not refused. */
export function isRepeatable(error: unknown): boolean {
  if (isKnown(error) || nameOf(error) === 'CredentialsProviderError') return false;
  const status = statusOf(error);
  const isRefusal = status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;
  return !isRefusal || passing.has(nameOf(error));
}

/** Whether the store says that there is no such object. */
export const isAbsent = (error: unknown): boolean =>
  statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';

/**
 * What a person learns about an error of the client of S3.
 * @param holds what the bucket is for
 */
export function explainS3(cause: unknown, bucket: string, holds = 'the images'): Error {
  if (isKnown(cause)) return cause;
  const status = statusOf(cause);
  const name = nameOf(cause);
  // An error that is of no kind, such as that of a proxy, says in words what is wrong.
  const reason = [status, name === 'Error' ? (cause as Error).message : name].filter(Boolean).join(' ');
  if (nameOf(cause) === 'NoSuchBucket') {
    return new StorageUnavailable(`The bucket ${bucket}, which holds ${holds}, does not exist.`, { cause });
  }
  if (status === 507 || full.test(nameOf(cause))) {
    return new DiskFull(
      `The object store that holds ${holds} is full (${reason}). Make room, then try again.`,
      {
        cause,
      },
    );
  }
  const isRefused = !isRepeatable(cause);
  return new StorageUnavailable(
    isRefused
      ? `The object store that holds ${holds} refuses the service (${reason}). Check its credentials and what they may do.`
      : `The object store that holds ${holds} cannot be used (${reason}). Try again later.`,
    { cause },
  );
}

/** Errors that say already what they are to the service. */
const isKnown = (error: unknown): error is Error =>
  error instanceof BlobMissing || error instanceof BlobCorrupt || error instanceof StorageUnavailable;

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

/** The code of a network error; else the code of S3, which is the name of its errors. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
