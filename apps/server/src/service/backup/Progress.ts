import type { BlobCount } from './eachBlob.js';

/** Is told how far something has come. */
export type Progress = (describe: () => string) => void;

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Such as `1.2 GiB`. */
export const describeBytes = (bytes: number): string =>
  bytes < gibibyte ? `${(bytes / mebibyte).toFixed(1)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`;

export const describeCount = (count: number): string => count.toLocaleString('en-US');

/** Such as `Blobs: 1,200 of 5,000 (24 %), 310.0 MiB`. */
export const noteBlobs =
  (progress: Progress, total: number) =>
  ({ blobs, bytes }: BlobCount): void =>
    progress(
      () =>
        `Blobs: ${describeCount(blobs)} of ${describeCount(total)} (${Math.floor((100 * blobs) / Math.max(1, total))} %), ${describeBytes(bytes)}`,
    );
