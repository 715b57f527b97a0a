import type { ByteStream, RequestBody } from '../transport/RequestBody.js';

/** A tar.gz archive: bytes, a stream, or what makes a stream. Only bytes and makers can be sent again by a retry. */
export type ArchiveInput = Uint8Array | ByteStream | (() => ByteStream | Promise<ByteStream>);

export function encodeArchive(tarGz: ArchiveInput): RequestBody {
  const type = 'application/gzip';
  if (tarGz instanceof Uint8Array) return { kind: 'bytes', bytes: tarGz, type };
  return typeof tarGz === 'function'
    ? { kind: 'stream', open: tarGz, replayable: true, type }
    : { kind: 'stream', open: () => tarGz, replayable: false, type };
}
