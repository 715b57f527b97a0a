import { argumentError } from '../arguments/argumentError.js';
import { unshared } from './unshared.js';

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

export const isByteStream = (value: unknown): value is ByteStream =>
  typeof value === 'object' &&
  value !== null &&
  (typeof Reflect.get(value, 'getReader') === 'function' ||
    typeof Reflect.get(value, Symbol.asyncIterator) === 'function');

const isWebStream = (stream: ByteStream): stream is ReadableStream<Uint8Array> =>
  'getReader' in stream && typeof stream.getReader === 'function';

function piecesOf(stream: ByteStream): AsyncIterator<unknown> {
  if (!isWebStream(stream)) return stream[Symbol.asyncIterator]();
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Node's streams may give text. */
function bytesOf(piece: unknown): Uint8Array {
  if (typeof piece === 'string') return new TextEncoder().encode(piece);
  if (ArrayBuffer.isView(piece)) return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
  throw argumentError('the stream', 'must give bytes');
}

/** Its failures are the caller's: `fetch` would report them as those of the network. */
function toWebStream(stream: ByteStream, failure: { error?: unknown }): ReadableStream<Uint8Array> {
  const pieces = piecesOf(stream);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(unshared(bytesOf(value)));
      } catch (error) {
        failure.error = error;
        throw error;
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** Bytes that any line sends within a minute; more are sent in pieces, so that progress shows. */
const largestPiece = 256 * 1024;

/**
 * The body as `fetch` takes it.
 * @param onProgress receives each piece that is sent, where there are several
 */
export async function encodeBody(body: RequestBody, onProgress: () => void): Promise<EncodedBody> {
  switch (body.kind) {
    case 'json':
      return encodeBytes(
        new TextEncoder().encode(JSON.stringify(body.value)),
        'application/json',
        onProgress,
      );
    case 'bytes':
      return encodeBytes(body.bytes, body.type, onProgress);
    case 'form': {
      const { headers, body: stream } = new Response(body.form);
      const type = headers.get('content-type') ?? '';
      return encodeBytes(new Uint8Array(await new Response(stream).arrayBuffer()), type, onProgress);
    }
    case 'stream': {
      const failure = {};
      const stream = toWebStream(await body.open(), failure).pipeThrough(noting(onProgress));
      return { body: stream, contentType: body.type, duplex: 'half', failure };
    }
  }
}

/** Browsers send streams over HTTP/2 alone, so they are given the bytes at once. */
function encodeBytes(bytes: Bytes, contentType: string, onProgress: () => void): EncodedBody {
  if (bytes.byteLength <= largestPiece || !globalThis.process?.versions?.node) {
    return { body: unshared(bytes), contentType };
  }
  return { body: inPieces(bytes).pipeThrough(noting(onProgress)), contentType, duplex: 'half' };
}

function inPieces(bytes: Bytes): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(unshared(bytes.subarray(sent, sent + largestPiece)));
      sent += largestPiece;
      if (sent >= bytes.byteLength) controller.close();
    },
  });
}

const noting = (onProgress: () => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      onProgress();
      controller.enqueue(piece);
    },
  });
