/** Where blobs can be kept. */
export const blobStoreNames = ['disk', 's3'] as const;
export type BlobStoreName = (typeof blobStoreNames)[number];

export const isBlobStoreName = (name: string): name is BlobStoreName =>
  (blobStoreNames as readonly string[]).includes(name);
