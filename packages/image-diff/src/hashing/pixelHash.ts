import type { DecodedRows } from '../decode.js';
import type { Engine } from '../engine.js';
import { beginSha256, sha256 } from './sha256.js';

/**
 * SHA-256 over width and height (32 bits each, big-endian) and the pixels of an image that is being decoded as RGBA8,
 * where a wholly transparent pixel is 0,0,0,0. The image itself stays as it is.
 */
export interface PixelHash {
  add(rows: DecodedRows): void;
  /** @returns 64 lower-case hexadecimal digits, once all rows were added */
  digest(): Promise<string>;
}

export function beginPixelHash(engine: Engine): PixelHash {
  const hash = beginSha256() ?? collectPieces();
  let isBegun = false;
  return {
    add: (rows) => {
      if (!isBegun) hash.update(sizeOf(rows));
      isBegun = true;
      withOneTransparency(engine, rows, (bytes) => hash.update(bytes));
    },
    digest: async () => hash.digest(),
  };
}

function sizeOf({ size: { width, height } }: DecodedRows): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setUint32(0, width);
  bytes.setUint32(4, height);
  return new Uint8Array(bytes.buffer);
}

function withOneTransparency(
  engine: Engine,
  { start, bytes, isOpaque }: DecodedRows,
  use: (bytes: Uint8Array) => void,
): void {
  if (isOpaque) {
    use(engine.view(start, bytes));
    return;
  }
  const { taken } = engine;
  const copy = engine.take(bytes);
  engine.bytes.copyWithin(copy, start, start + bytes);
  engine.run.clearTransparent(copy, bytes);
  use(engine.view(copy, bytes));
  engine.release(taken);
}

/** For browsers, whose `crypto.subtle` takes bytes only as a whole. */
function collectPieces() {
  const pieces: BlobPart[] = [];
  return {
    update: (piece: Uint8Array) => void pieces.push(piece.slice() as Uint8Array<ArrayBuffer>),
    digest: async () => sha256(new Uint8Array(await new Blob(pieces).arrayBuffer())),
  };
}
