export type * from './options.js';
export type { ByteStream } from './RequestBody.js';
export type { Retry } from './retry.js';
export * from './SvcClient.js';
export * from './SvcClientOptions.js';
export * from './SvcError.js';
export type { Sleep } from './sleep.js';
export type * from './types.js';
