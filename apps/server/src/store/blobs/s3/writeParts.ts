import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { announceHash } from './announceHash.js';
import { isAbsent, isRepeatable } from './s3Errors.js';

/** Bytes. A store takes 10,000 parts: 320 GB. */
export const partSize = 32 * 1024 * 1024;

type Persist = <T>(attempt: () => Promise<T>) => Promise<T>;

/** The object, with what it is encrypted with. */
interface Place {
  Bucket: string;
  Key: string;
  ServerSideEncryption?: 'AES256' | 'aws:kms';
  SSEKMSKeyId?: string;
}

/**
 * Writes an object from a stream of any length, of which up to three parts are in memory. The object is there only with all of it.
 * @param persist repeats what fails
 */
export async function writeParts(
  client: S3Client,
  place: Place,
  content: Readable,
  persist: Persist,
): Promise<void> {
  const parts = inParts(content);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  const second = await parts.next();
  if (second.done) return sendWhole(client, place, first, persist);
  const { Bucket, Key } = place;
  const { UploadId } = await persist(() => client.send(new CreateMultipartUploadCommand(place)));
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: { ETag: string; PartNumber: number }[] = [];
    let length = 0;
    const send = async (bytes: Buffer) => {
      const PartNumber = Parts.length + 1;
      Parts.push({ PartNumber, ETag: await sendPart(client, { ...upload, PartNumber }, bytes, persist) });
      length += bytes.length;
    };
    await send(first);
    await send(second.value);
    for await (const bytes of parts) await send(bytes);
    let attempts = 0;
    await persist(async () => {
      attempts += 1;
      try {
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
      } catch (error) {
        // Some stores no longer know an upload that is complete, whose answer was lost.
        if (attempts > 1 && isAbsent(error) && (await lengthOf(client, { Bucket, Key })) === length) return;
        throw error;
      }
    });
  } catch (error) {
    // What is left of it, `abandonWrites` ends another time.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function sendWhole(client: S3Client, place: Place, Body: Buffer, persist: Persist): Promise<void> {
  await persist(async () => {
    const command = new PutObjectCommand({ ...place, Body, ContentLength: Body.length });
    announceHash(command, createHash('sha256').update(Body).digest('hex'));
    return client.send(command);
  });
}

async function sendPart(
  client: S3Client,
  part: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
  Body: Buffer,
  persist: Persist,
): Promise<string> {
  const { ETag } = await persist(async () => {
    const command = new UploadPartCommand({ ...part, Body, ContentLength: Body.length });
    announceHash(command, createHash('sha256').update(Body).digest('hex'));
    return client.send(command);
  });
  if (ETag === undefined) throw new Error('the object store did not say which part it has');
  return ETag;
}

async function* inParts(content: Readable): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    let rest = Buffer.from(chunk);
    while (size + rest.length >= partSize) {
      const fitting = partSize - size;
      yield Buffer.concat([...held, rest.subarray(0, fitting)]);
      rest = rest.subarray(fitting);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
  return undefined;
}

/** Bytes of an object; undefined where there is none. */
const lengthOf = (client: S3Client, place: { Bucket: string; Key: string }): Promise<number | undefined> =>
  client.send(new HeadObjectCommand(place)).then(
    ({ ContentLength }) => ContentLength,
    (error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    },
  );

/** Ends uploads that nobody will end any more. They are not objects, but take room. */
export async function abandonWrites(
  client: S3Client,
  place: { Bucket: string; Prefix: string },
  isChosen: (key: string) => boolean,
): Promise<void> {
  try {
    for (let next: NextPage | undefined = {}; next !== undefined; ) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ ...place, ...next }),
      );
      for (const { Key = '', UploadId } of page.Uploads ?? [])
        if (isChosen(Key))
          await client.send(new AbortMultipartUploadCommand({ Bucket: place.Bucket, Key, UploadId }));
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  } catch (error) {
    // Whose credentials may not do that has a rule of the bucket do it.
    if (isRepeatable(error)) throw error;
  }
}

type NextPage = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>;
