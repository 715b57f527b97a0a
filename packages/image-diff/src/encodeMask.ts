import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { pngSignature } from './vetPng.js';

/** Magenta-red, opaque: stands out on nearly every page. */
export const maskColour = [255, 0, 85] as const;

/** Which pixels of a canvas changed. */
export interface Mask {
  width: number;
  height: number;
  /** Rows of a zero byte and one bit a pixel, the leftmost highest. */
  scanlines: Uint8Array;
}

/** A one-bit palette PNG: changed pixels in {@link maskColour}, all others transparent. */
export function encodeMask({ width, height, scanlines }: Mask): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 3], 8);
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.of(0, 0, 0, ...maskColour)),
    chunk('tRNS', Uint8Array.of(0)),
    chunk('IDAT', deflateSync(scanlines)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}
