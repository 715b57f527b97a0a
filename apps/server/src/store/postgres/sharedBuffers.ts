import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;
/** The default of PostgreSQL; pages of the database beyond it are copied from the cache of the system each time. */
const least = 128;
const most = 1_024;

/**
 * How much memory the embedded server keeps pages of the database in: an eighth of the machine's, or of the container's where it
 * is limited. The rest is for browsers and images, and for the system's cache.
 * @param memory bytes
 * @returns a value of `shared_buffers`
 */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): string {
  const size = Math.floor(memory / 8 / mebibyte);
  return `${Math.min(most, Math.max(least, size))}MB`;
}
