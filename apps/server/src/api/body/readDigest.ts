import { createHash } from 'node:crypto';
import { finished, type Readable, Transform } from 'node:stream';
import { finished as untilFinished } from 'node:stream/promises';
import { cutOff, type Limit } from './readChunks.js';

interface Accepted extends Limit {
  /**
   * Called with the first bytes, `isWhole` when no more follow.
   * @returns whether it has seen enough
   * @throws ServiceError for a body that is refused
   */
  checkStart?: (start: Buffer, isWhole: boolean) => boolean;
}

/**
 * Passes a body on as it comes, as far as it is accepted, and knows its hash at the end. Where a reader gives up on the
 * stream, the request stays open for the answer.
 */
export function readDigest(payload: Readable, { checkStart, most, refusal }: Accepted) {
  const digest = createHash('sha256');
  let total = 0;
  let hash: string | null = null;
  let start: Buffer | null = checkStart ? Buffer.alloc(0) : null;
  const archive = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      digest.update(chunk);
      try {
        if (total > most) throw refusal();
        if (start) {
          start = Buffer.concat([start, chunk]);
          if (checkStart?.(start, false)) start = null;
        }
      } catch (error) {
        return done(error as Error);
      }
      done(null, chunk);
    },
    flush(done) {
      try {
        if (start) checkStart?.(start, true);
      } catch (error) {
        return done(error as Error);
      }
      hash = digest.digest('hex');
      done();
    },
  });
  // It may be refused before anybody reads it; a reader that comes later gets the error.
  archive.on('error', () => {});
  // A pipe lets go of a request whose reader has ended, and leaves it open; a pipeline would close its connection.
  payload.pipe(archive);
  finished(payload, { writable: false }, (error) => {
    if (error) archive.destroy(cutOff());
  });
  return {
    archive: archive as Readable,
    /** SHA-256 of the whole body, reading what nobody has read yet; null for a body that is refused or was given up. */
    async hash(): Promise<string | null> {
      if (hash === null && !archive.destroyed) await untilFinished(archive.resume()).catch(() => {});
      return hash;
    },
  };
}
