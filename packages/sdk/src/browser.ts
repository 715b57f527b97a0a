export type * from './options.js';
export * from './SvcClient.js';
export * from './SvcClientOptions.js';
export * from './SvcError.js';
export type { ByteStream } from './transport/RequestBody.js';
export type { Retry } from './transport/retry.js';
export type { Sleep } from './transport/sleep.js';
export type * from './types.js';
export type { ArchiveInput } from './uploads/encodeArchive.js';
