import { createRequire } from 'node:module';

export const version: string = createRequire(import.meta.url)('../package.json').version;

/** How `svc` calls itself in `User-Agent`. */
export const userAgent = `svc-cli/${version}`;
