import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { announceHash } from './announceHash.js';
import { readObject } from './readObject.js';
import { type RetryLimits, retry } from './retry.js';
import type { S3Settings } from './S3Settings.js';
import { explainS3, isAbsent } from './s3Errors.js';
import type { Spooled } from './spool.js';
import { abandonWrites, writeParts } from './writeParts.js';

interface ListedObject {
  key: string;
  writtenAt: Date;
}

/** The objects of a bucket. Every call but `putOnce` is repeated within the limits; what fails says so in words. */
export interface Bucket {
  /** One attempt, whose errors are those of the client. Returns the entity tag. */
  putOnce(key: string, bytes: Spooled): Promise<string | undefined>;
  /** Writes what comes, of any length: the object is there, with all of it, once this returns. */
  write(key: string, content: Readable): Promise<void>;
  /** Ends what `write` began and did not end, since its process was killed: of the keys with a prefix, those that are chosen. */
  abandonWrites(prefix: string, isChosen: (key: string) => boolean): Promise<void>;
  /** Null where there is none. */
  read(key: string): Promise<AsyncIterable<Buffer> | null>;
  /** When an object was written; null where there is none. */
  findWrittenAt(key: string): Promise<Date | null>;
  delete(key: string): Promise<void>;
  /** Within the store: the bytes are not read. */
  move(from: string, to: string): Promise<void>;
  /** Pages of at most 1,000, or of `most`. */
  list(prefix: string, most?: number): AsyncIterable<ListedObject[]>;
  explain(error: unknown): Error;
}

/** @param holds what the bucket is for, in messages: the images unless given */
export function openBucket(
  client: S3Client,
  { bucket, encryption }: Pick<S3Settings, 'bucket' | 'encryption'>,
  limits: RetryLimits,
  holds?: string,
): Bucket {
  const explain = (error: unknown) => explainS3(error, bucket, holds);
  const persist = <T>(attempt: () => Promise<T>): Promise<T> =>
    retry(limits, attempt).catch((error: unknown) => {
      throw explain(error);
    });
  const persistUnlessAbsent = <T>(attempt: () => Promise<T>): Promise<T | null> =>
    persist(() =>
      attempt().catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );
  const sealed = {
    ...(encryption && { ServerSideEncryption: encryption.algorithm }),
    ...(encryption?.key && { SSEKMSKeyId: encryption.key }),
  };
  const remove = async (key: string) => {
    await persist(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
  };

  return {
    explain,
    putOnce: (key, bytes) => putOnce(client, { Bucket: bucket, Key: key, ...sealed }, bytes),

    write: (key, content) => writeParts(client, { Bucket: bucket, Key: key, ...sealed }, content, persist),

    abandonWrites: (prefix, isChosen) =>
      persist(() => abandonWrites(client, { Bucket: bucket, Prefix: prefix }, isChosen)),

    async read(key) {
      const chunks = await readObject(client, { bucket, key }, limits).catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw explain(error);
      });
      return chunks && explained(chunks, explain);
    },

    async findWrittenAt(key) {
      const head = new HeadObjectCommand({ Bucket: bucket, Key: key });
      const found = await persistUnlessAbsent(() => client.send(head));
      return found?.LastModified ?? null;
    },

    delete: remove,

    async move(from, to) {
      const CopySource = encodeURI(`${bucket}/${from}`);
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource, ...sealed });
      await persistUnlessAbsent(() => client.send(copy));
      await remove(from);
    },

    list: (prefix, most) =>
      listPages((token) =>
        persist(() =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix,
              ...(most === undefined ? {} : { MaxKeys: most }),
              ...(token === undefined ? {} : { ContinuationToken: token }),
            }),
          ),
        ),
      ),
  };
}

async function putOnce(
  client: S3Client,
  place: { Bucket: string; Key: string },
  { hash, size, open }: Spooled,
): Promise<string | undefined> {
  const Body = open();
  const ContentType = 'application/octet-stream';
  const command = new PutObjectCommand({ ...place, Body, ContentType, ContentLength: size });
  announceHash(command, hash);
  try {
    return (await client.send(command)).ETag?.replaceAll('"', '');
  } finally {
    if (Body instanceof Readable) Body.destroy();
  }
}

async function* explained(
  chunks: AsyncIterable<Buffer>,
  explain: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw explain(error);
  }
}

interface Page {
  Contents?: { Key?: string | undefined; LastModified?: Date | undefined }[] | undefined;
  NextContinuationToken?: string | undefined;
}

async function* listPages(ask: (token: string | undefined) => Promise<Page>): AsyncGenerator<ListedObject[]> {
  let token: string | undefined;
  do {
    const page = await ask(token);
    yield (page.Contents ?? []).flatMap(({ Key: key, LastModified: writtenAt }) =>
      key === undefined || writtenAt === undefined ? [] : [{ key, writtenAt }],
    );
    token = page.NextContinuationToken;
  } while (token !== undefined && token !== '');
}
