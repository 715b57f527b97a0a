import { argumentError } from '../arguments/argumentError.js';
import { type ByteStream, isByteStream, type RequestBody } from '../transport/RequestBody.js';

/** An archive: bytes, a stream, or what makes a stream. Only bytes and makers can be sent again by a retry. */
export type ArchiveInput = Uint8Array | ByteStream | (() => ByteStream | Promise<ByteStream>);

/** @param path names the argument in errors */
export function encodeArchive(
  archive: ArchiveInput,
  { path, type }: { path: string; type: string },
): RequestBody {
  if (archive instanceof Uint8Array) return { kind: 'bytes', bytes: archive, type };
  if (typeof archive !== 'function') return { kind: 'stream', open: () => archive, replayable: false, type };
  const open = async () => {
    const stream: unknown = await archive();
    if (isByteStream(stream)) return stream;
    throw argumentError(path, 'must be a function that gives a stream');
  };
  return { kind: 'stream', open, replayable: true, type };
}
