import type { Difference } from './compareRgba.js';
import type { Engine } from './engine.js';
import { pngSignature } from './readPng.js';

/** Magenta-red, opaque: stands out on nearly every page. */
export const maskColour = [255, 0, 85] as const;

/** A one-bit palette PNG: changed pixels in {@link maskColour}, all others transparent. */
export function encodeMask(engine: Engine, { width, height, mask, maskPitch }: Difference): Uint8Array {
  const size = maskPitch * height;
  const deflated = engine.take(engine.run.deflatedBytes(size));
  const deflatedSize = engine.run.deflate(mask, size, deflated);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 1);
  header.setUint8(9, 3);
  return concatenate([
    pngSignature,
    chunk(engine, 'IHDR', new Uint8Array(header.buffer)),
    chunk(engine, 'PLTE', Uint8Array.of(0, 0, 0, ...maskColour)),
    chunk(engine, 'tRNS', Uint8Array.of(0)),
    chunk(engine, 'IDAT', engine.view(deflated, deflatedSize).slice()),
    chunk(engine, 'IEND', new Uint8Array()),
  ]);
}

function chunk(engine: Engine, type: string, data: Uint8Array): Uint8Array {
  const { taken } = engine;
  const typeAndData = concatenate([new TextEncoder().encode(type), data]);
  const crc = engine.run.crc32(engine.put(typeAndData), typeAndData.length);
  engine.release(taken);
  return concatenate([bigEndian(data.length), typeAndData, bigEndian(crc)]);
}

function bigEndian(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
