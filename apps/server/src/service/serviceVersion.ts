import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The version of this service, such as `0.14.0`. */
export const serviceVersion = version;
