import type { ByteStream, RequestBody } from '../transport/RequestBody.js';

/** An archive: bytes, a stream, or what makes a stream. Only bytes and makers can be sent again by a retry. */
export type ArchiveInput = Uint8Array | ByteStream | (() => ByteStream | Promise<ByteStream>);

export function encodeArchive(archive: ArchiveInput, type = 'application/gzip'): RequestBody {
  if (archive instanceof Uint8Array) return { kind: 'bytes', bytes: archive, type };
  return typeof archive === 'function'
    ? { kind: 'stream', open: archive, replayable: true, type }
    : { kind: 'stream', open: () => archive, replayable: false, type };
}
