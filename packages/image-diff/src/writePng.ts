import type { Engine } from './engine.js';
import { pngSignature } from './readPng.js';

export interface Scanlines {
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
  /** Address of the rows, filter bytes included, without gaps. */
  start: number;
  /** Bytes of all rows. */
  length: number;
  /** RGB of each index. */
  palette?: Uint8Array;
  /** Opacity of the first indices. */
  transparency?: Uint8Array;
}

/** A PNG file of scanlines in the engine's memory. */
export function writePng(engine: Engine, scanlines: Scanlines): Uint8Array {
  const { width, height, bitDepth, colorType, start, length, palette, transparency } = scanlines;
  const { taken } = engine;
  const deflated = engine.take(engine.run.deflatedBytes(length));
  const deflatedSize = engine.run.deflate(start, length, deflated);
  const header = new DataView(new ArrayBuffer(13));
  const imageData = engine.view(deflated, deflatedSize).slice();
  engine.release(taken);
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, bitDepth);
  header.setUint8(9, colorType);
  return concatenate([
    pngSignature,
    chunk(engine, 'IHDR', new Uint8Array(header.buffer)),
    ...(palette ? [chunk(engine, 'PLTE', palette)] : []),
    ...(transparency ? [chunk(engine, 'tRNS', transparency)] : []),
    chunk(engine, 'IDAT', imageData),
    chunk(engine, 'IEND', new Uint8Array()),
  ]);
}

function chunk(engine: Engine, type: string, data: Uint8Array): Uint8Array {
  const { taken } = engine;
  const typeAndData = concatenate([new TextEncoder().encode(type), data]);
  const crc = engine.run.crc32(0, engine.put(typeAndData), typeAndData.length);
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
