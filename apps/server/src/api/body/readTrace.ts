import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { largestTrace } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { readChunks } from './readChunks.js';

/** What a zip archive begins with that has an entry. */
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');

const tooLarge = () =>
  new ServiceError('ARCHIVE_TOO_LARGE', `The trace is larger than ${largestTrace / 1024 / 1024} MiB`);

export const notZip = () => new ServiceError('ARCHIVE_INVALID', 'The trace is not a zip archive');

/** Passes a trace on as it comes, as far as it is accepted, and knows its hash at the end. */
export function readTrace(payload: Readable) {
  const digest = createHash('sha256');
  let hash: string | null = null;
  async function* read() {
    let start: Buffer = Buffer.alloc(0);
    for await (const chunk of readChunks(payload, { most: largestTrace, refusal: tooLarge })) {
      if (start.length < zipStart.length) {
        start = Buffer.concat([start, chunk]).subarray(0, zipStart.length);
        if (!zipStart.subarray(0, start.length).equals(start)) throw notZip();
      }
      digest.update(chunk);
      yield chunk;
    }
    if (start.length < zipStart.length) throw notZip();
    hash = digest.digest('hex');
  }
  const archive = Readable.from(read(), { objectMode: false });
  return {
    archive,
    /** Reads what nobody has read yet; null for a trace that is refused. */
    async hash(): Promise<string | null> {
      if (hash === null && !archive.destroyed) await finished(archive.resume()).catch(() => {});
      return hash;
    },
  };
}
