type Bytes = Uint8Array<ArrayBufferLike>;

/** A stream of bytes: a web stream, a Node stream, or any async iterable. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** What a request carries. A stream can be sent once; `open` makes a new one for each attempt. */
export type RequestBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'bytes'; bytes: Bytes; type: string }
  | { kind: 'form'; form: FormData }
  | { kind: 'stream'; open: () => ByteStream | Promise<ByteStream>; replayable: boolean; type: string };

export interface EncodedBody {
  body: RequestInit['body'];
  contentType?: string;
  duplex?: 'half';
  /** Set once the stream that was to be sent has itself failed. */
  failure?: { error?: unknown };
}

const isWebStream = (stream: ByteStream): stream is ReadableStream<Uint8Array> =>
  'getReader' in stream && typeof stream.getReader === 'function';

function toWebStream(stream: ByteStream, failure: { error?: unknown }): ReadableStream<Uint8Array> {
  if (isWebStream(stream)) return stream;
  const iterator = stream[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        failure.error = error;
        throw error;
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** The body as `fetch` takes it. */
export async function encodeBody(body: RequestBody): Promise<EncodedBody> {
  switch (body.kind) {
    case 'json':
      return { body: JSON.stringify(body.value), contentType: 'application/json' };
    case 'bytes':
      return { body: body.bytes as Uint8Array<ArrayBuffer>, contentType: body.type };
    case 'form':
      return { body: body.form };
    case 'stream': {
      const failure = {};
      const stream = toWebStream(await body.open(), failure);
      return { body: stream, contentType: body.type, duplex: 'half', failure };
    }
  }
}
