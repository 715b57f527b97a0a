import { decodeInBands } from '../decode.js';
import type { Engine } from '../engine.js';
import { ImageError } from '../imageError.js';
import { type PngFile, readPng } from '../readPng.js';
import { copyShared } from './copyShared.js';
import { endings, endSharing, fields, type SharedRows, slots, waitForMore } from './SharedRows.js';

/** Decodes a file for another thread. What is wrong with it, the other one finds out again. */
export function writeRows(engine: Engine, png: Uint8Array, shared: SharedRows): void {
  try {
    const file = readPng(engine, png);
    if (!file.header.interlaced) writeAll(engine, file, shared);
    else endSharing(shared, 'failed');
  } catch (error) {
    endSharing(shared, 'failed');
    if (!(error instanceof ImageError)) throw error;
  }
}

function writeAll(engine: Engine, file: PngFile, shared: SharedRows): void {
  const { band } = shared;
  const control = new Int32Array(shared.control);
  const ring = new Uint8Array(shared.ring);
  const pitch = file.header.width * 4;
  let number = 0;
  for (const { start, rows } of decodeInBands(engine, file, band)) {
    waitForMore(control, fields.read, number - slots);
    if (Atomics.load(control, fields.ending) === endings.abandoned) return;
    copyShared(engine.view(start, rows * pitch), ring.subarray((number % slots) * band * pitch));
    Atomics.add(control, fields.written, 1);
    Atomics.notify(control, fields.written);
    number++;
  }
  endSharing(shared, 'whole');
}
