import { sep } from 'node:path';

/** The path with `/`, as git and stats files write it. */
export const portablePath = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));
