import { Transform } from 'node:stream';
import { parse } from 'range-parser';

/** Bytes of a file from the first to the last that are wanted, both included. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for; null for all of it, as also where it asks for several parts, for a part of
 * other bytes, or in words that are none.
 */
export function wantedPart(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  { etag, bytes }: { etag: string; bytes: number },
): Part | null | 'unsatisfiable' {
  const { range, 'if-range': only } = headers;
  if (range === undefined || (only !== undefined && only !== etag)) return null;
  const { code, type, ranges } = parse(bytes, range);
  const isMalformed = (code & 1) === 1;
  if (isMalformed || type !== 'bytes' || bytes === 0 || ranges.length > 1) return null;
  return ranges[0] ?? 'unsatisfiable';
}

/** Passes on that part of what flows through; it reads all of it, since only at its end is known whether it was right. */
export function cutOut({ start, end }: Part): Transform {
  let offset = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
      offset += chunk.byteLength;
      done(null, part.byteLength > 0 ? part : undefined);
    },
  });
}
