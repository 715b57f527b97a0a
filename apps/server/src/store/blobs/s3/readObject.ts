import type { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { pause, type RetryLimits, retry } from './retry.js';

/**
 * Opens an object.
 * @returns its bytes as they come; a connection that breaks is resumed where it broke
 */
export async function readObject(
  client: S3Client,
  object: { bucket: string; key: string },
  limits: RetryLimits,
): Promise<AsyncGenerator<Buffer>> {
  const get = (position: number) =>
    retry(limits, () =>
      client.send(
        new GetObjectCommand({
          Bucket: object.bucket,
          Key: object.key,
          ...(position === 0 ? {} : { Range: `bytes=${position}-` }),
        }),
      ),
    );
  return readOn(await get(0), get, limits);
}

async function* readOn(
  first: GetObjectCommandOutput,
  get: (position: number) => Promise<GetObjectCommandOutput>,
  limits: RetryLimits,
): AsyncGenerator<Buffer> {
  let answer = first;
  let position = 0;
  for (let failures = 0; ; ) {
    try {
      // A store that ignores the range begins again.
      let skipped = answer.$metadata.httpStatusCode === 206 ? 0 : position;
      for await (const chunk of answer.Body as Readable) {
        const part = chunk.subarray(skipped);
        skipped -= chunk.length - part.length;
        if (part.length === 0) continue;
        position += part.length;
        failures = 0;
        yield part;
      }
      const size = first.ContentLength ?? position;
      if (position >= size) return;
      throw new Error(`an object of ${size} bytes ended after ${position}`);
    } catch (error) {
      failures += 1;
      if (failures >= limits.attempts) throw error;
    }
    await pause(limits, failures);
    answer = await get(position);
  }
}
