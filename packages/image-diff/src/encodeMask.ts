import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { pngSignature } from './vetPng.js';

/** Magenta-red, opaque: stands out on nearly every page. */
export const maskColour = [255, 0, 85] as const;

/** Which pixels of a canvas changed: one byte a pixel, 1 where it did. */
export interface Mask {
  width: number;
  height: number;
  changed: Uint8Array;
}

/** A one-bit palette PNG: changed pixels in {@link maskColour}, all others transparent. */
export function encodeMask({ width, height, changed }: Mask): Uint8Array {
  const stride = 1 + Math.ceil(width / 8);
  const scanlines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (changed[y * width + x] === 1) {
        const at = y * stride + 1 + (x >> 3);
        scanlines[at] = (scanlines[at] ?? 0) | (0x80 >> (x & 7));
      }
    }
  }
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
