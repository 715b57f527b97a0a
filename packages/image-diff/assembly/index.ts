export { adler32, crc32 } from './checksums';
export { comparePixels } from './comparePixels';
export { markRun } from './mask';

/** Where memory begins that is free for the caller's buffers. */
export function heapStart(): usize {
  return __heap_base;
}
