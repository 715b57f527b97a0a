import type { Readable } from 'node:stream';
import { largestTrace } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { readDigest } from './readDigest.js';

/** What a zip archive begins with that has an entry. */
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');

const tooLarge = () =>
  new ServiceError('ARCHIVE_TOO_LARGE', `The trace is larger than ${largestTrace / 1024 / 1024} MiB`);

export const notZip = () => new ServiceError('ARCHIVE_INVALID', 'The trace is not a zip archive');

/** Passes a trace on as it comes, as far as it is accepted, and knows its hash at the end. */
export const readTrace = (payload: Readable) =>
  readDigest(payload, { most: largestTrace, refusal: tooLarge, checkStart });

function checkStart(start: Buffer, isWhole: boolean): boolean {
  const known = start.subarray(0, zipStart.length);
  if (isWhole ? !known.equals(zipStart) : !zipStart.subarray(0, known.length).equals(known)) throw notZip();
  return known.length === zipStart.length;
}
