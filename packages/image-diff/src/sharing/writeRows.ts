import { RowDecoder } from '../decode.js';
import type { Engine } from '../engine.js';
import { ImageError } from '../imageError.js';
import { readPng } from '../readPng.js';
import { copyShared } from './copyShared.js';
import { endings, endSharing, fields, type SharedRows, slots, waitForMore } from './SharedRows.js';

/** Decodes a file for another thread. What is wrong with it, the other one finds out again. */
export function writeRows(engine: Engine, png: Uint8Array, shared: SharedRows): void {
  try {
    const file = readPng(engine, png);
    if (!file.header.interlaced) writeAll(engine, new RowDecoder(engine, file), file.header, shared);
    else endSharing(shared, 'failed');
  } catch (error) {
    endSharing(shared, 'failed');
    if (!(error instanceof ImageError)) throw error;
  }
}

function writeAll(
  engine: Engine,
  decoder: RowDecoder,
  { width, height }: { width: number; height: number },
  shared: SharedRows,
): void {
  const { band } = shared;
  const control = new Int32Array(shared.control);
  const ring = new Uint8Array(shared.ring);
  const pitch = width * 4;
  // The row above, and a band.
  const above = engine.take((band + 1) * pitch);
  const start = above + pitch;
  for (let row = 0, number = 0; row < height; row += band, number++) {
    waitForMore(control, fields.read, number - slots);
    if (Atomics.load(control, fields.ending) === endings.abandoned) return;
    const rows = Math.min(band, height - row);
    decoder.decode(start, rows, above);
    engine.bytes.copyWithin(above, start + (rows - 1) * pitch, start + rows * pitch);
    copyShared(engine.view(start, rows * pitch), ring.subarray((number % slots) * band * pitch));
    Atomics.add(control, fields.written, 1);
    Atomics.notify(control, fields.written);
  }
  decoder.end();
  endSharing(shared, 'whole');
}
