import { hash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';

/** The sum of the hashes of rows in PostgreSQL's text format, a line each: in whatever order, the same rows have the same. */
export class RowSum {
  total = 0n;
  #rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      this.total += hash('sha256', bytes.subarray(start, end), 'buffer').readBigUInt64LE();
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
  }

  async read(rows: Readable): Promise<void> {
    for await (const chunk of rows as AsyncIterable<Buffer>) this.add(chunk);
  }

  /** Adds what passes. */
  watch(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.add(chunk);
        done(null, chunk);
      },
    });
  }
}
