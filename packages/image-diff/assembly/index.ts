export { alignmentBytes, alignRows, beginAlignment, pairLeftOver } from './alignRows';
export { beginBelowLimit, endBelowLimit, flatPairs, flatPairsBytes } from './belowLimit';
export { crc32 } from './checksums';
export { addToColumns, beginColumns, columnSumsBytes, endColumns } from './columnHashes';
export { comparePixels } from './comparePixels';
export { clearTransparent, decodeAnyRows, decodePlainRows } from './decodeRows';
export { deflate, deflatedBytes } from './deflate';
export { beginDescription, describedColors, describedTo, describeRows } from './describeChanges';
export { beginImageData, endImageData, inflateBoth, inflatedTotal, windowBytes } from './imageData';
export { countMarks, markRun } from './mask';
export { findBoxes, firstMark, lastMark, mergeBoxes } from './regions';
export { countEqualBelow, hashRows, isPlainRow } from './rowHashes';
export { inputHeld, loadStream, savedBytes, saveStream, streamBytes } from './Stream';
export { addSimilarity, beginSimilarity, endSimilarity } from './similarity';
export { shrink } from './thumbnail';

/** Where memory begins that is free for the caller's buffers. */
export function heapStart(): usize {
  return __heap_base;
}
