import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DirectReads } from '../BlobStore.js';
import { placeOf } from '../placeOf.js';

/** Seconds for which all addresses of a blob are the same, so that browsers find it in their caches. */
const period = 300;

/** @param client of the endpoint that browsers reach */
export async function signAddresses(
  client: S3Client,
  { bucket, prefix }: { bucket: string; prefix: string },
): Promise<DirectReads> {
  const sign = (place: string, type: string, disposition?: string) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: `${prefix}${place}`,
        ResponseContentType: type,
        ResponseCacheControl: 'private, max-age=86400, immutable',
        ...(disposition === undefined ? {} : { ResponseContentDisposition: disposition }),
      }),
      {
        signingDate: new Date(Math.floor(Date.now() / 1000 / period) * period * 1000),
        expiresIn: 2 * period,
      },
    );
  return {
    origin: new URL(await sign('origin', 'text/plain')).origin,
    seconds: period,
    addressOf: (hash, { type, disposition }) => sign(placeOf(hash), type, disposition),
  };
}
