import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './S3Settings.js';

/** Milliseconds. */
const connectionTimeout = 5_000;

const ignore = () => undefined;

/** @param silence milliseconds without a byte after which a request has failed */
export function createS3Client(
  { region, endpoint, pathStyle, ca }: Omit<S3Settings, 'bucket' | 'prefix'>,
  silence: number,
): S3Client {
  const pool = { keepAlive: true, maxSockets: 64 };
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    // Other stores than AWS refuse the checksums that the client would add; blobs have their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would print warnings of its own.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Attempts are repeated by `retry`, with their bodies and their verification.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout,
      socketTimeout: silence,
      httpAgent: new HttpAgent(pool),
      httpsAgent: new HttpsAgent({ ...pool, ...(ca === null ? {} : { ca: [...rootCertificates, ca] }) }),
    },
  });
}
