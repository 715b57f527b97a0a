import type { Engine } from '../engine.js';

/** Bytes that the engine sums at a time. */
const pieceBytes = 64 * 1024;

/** Takes less than half of the engine's time, and no copy. Browsers have none. */
const nodeCrc32 = globalThis.process?.getBuiltinModule?.('node:zlib').crc32;

/** CRC-32 of bytes. */
export type Crc32 = (bytes: Uint8Array) => number;

/** The fastest way to sum bytes that there is. Where that is the engine, it takes memory. */
export const beginCrc32 = (engine: Engine): Crc32 => nodeCrc32 ?? crc32In(engine);

/** Sums bytes in the engine, which takes memory. */
export function crc32In(engine: Engine): Crc32 {
  const start = engine.take(pieceBytes);
  const copy = engine.view(start, pieceBytes);
  return (bytes) => {
    let crc = 0;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      copy.set(piece);
      crc = engine.run.crc32(crc, start, piece.length);
    }
    return crc >>> 0;
  };
}
