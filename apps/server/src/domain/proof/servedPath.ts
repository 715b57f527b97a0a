/** Hashes of the files of a site by their paths. */
export type Files = ReadonlyMap<string, string>;

/** The file that answers a path of an address, as the service serves sites; null for none. */
export function servedPath(files: Files, path: string): string | null {
  const existing = (file: string) => (files.has(file) ? file : null);
  if (path === '' || path.endsWith('/')) return existing(`${path}index.html`);
  return existing(path) ?? existing(`${path}/index.html`);
}

/** Whether two sites answer a path with the same bytes of the same file, or both with none. */
export function isSameAnswer(before: Files, after: Files, path: string): boolean {
  const [a, b] = [servedPath(before, path), servedPath(after, path)];
  return a === b && (a === null || before.get(a) === after.get(a));
}
