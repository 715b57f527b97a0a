import type { CDPSession } from 'playwright-core';

/** Not in Playwright's types yet: what lies outside the heap of the scripts. */
interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

/** A page that is asleep or hangs does not answer. */
const answerMs = 1_000;

/** Bytes that the scripts of a page hold, with its nodes and buffers; infinite when the page does not say. */
export function heapOf(cdp: CDPSession): Promise<number> {
  const asked = cdp.send('Runtime.getHeapUsage').then(
    ({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage) =>
      usedSize + embedderHeapUsedSize + backingStorageSize,
    () => Number.POSITIVE_INFINITY,
  );
  const late = new Promise<number>((resolve) => {
    setTimeout(() => resolve(Number.POSITIVE_INFINITY), answerMs).unref();
  });
  return Promise.race([asked, late]);
}
