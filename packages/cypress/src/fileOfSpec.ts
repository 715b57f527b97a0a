/** A file of tests as names have it. */
export const fileOfSpec = (relative: string): string => relative.split('\\').join('/');
