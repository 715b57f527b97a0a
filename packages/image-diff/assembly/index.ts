export { crc32 } from './checksums';
export { comparePixels } from './comparePixels';
export { clearTransparent, decodeAnyRows, decodePlainRows } from './decodeRows';
export { deflate, deflatedBytes } from './deflate';
export { beginDescription, describeRows, describedColours, describedTo } from './describeChanges';
export { beginImageData, endImageData, inflatedTotal, windowBytes } from './imageData';
export { markRun } from './mask';
export { findBoxes, mergeBoxes } from './regions';
export { shrink } from './thumbnail';

/** Where memory begins that is free for the caller's buffers. */
export function heapStart(): usize {
  return __heap_base;
}
