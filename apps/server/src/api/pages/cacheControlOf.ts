/**
 * The `cache-control` of a file that a build made.
 * @param assets part of the paths of files whose names change with their content
 */
export const cacheControlOf = (path: string, assets: string): string =>
  path.includes(assets) ? 'public, max-age=31536000, immutable' : 'no-cache';
