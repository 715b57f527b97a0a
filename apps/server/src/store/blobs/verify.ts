import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * Passes bytes through, and ends with the error of `explain` unless they are those of the hash.
 * @param explain receives the hash that they have instead
 */
export function verify(hash: string, explain: (digest: string) => Promise<never>): Transform {
  const sum = createHash('sha256');
  return new Transform({
    transform(chunk, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const digest = sum.digest('hex');
      if (digest === hash) done();
      else explain(digest).catch(done);
    },
  });
}
