/** A file of an archive. */
export interface NamedFile {
  name: string;
  url: string;
}

/**
 * One archive of several files of this service.
 * @throws Error when one of them does not load
 */
export async function zipImages(files: readonly NamedFile[]): Promise<Blob> {
  const [{ zipSync }, ...entries] = await Promise.all([
    import('fflate'),
    ...files.map(async ({ name, url }): Promise<[string, Uint8Array]> => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${name} was answered with ${response.status}`);
      return [name, new Uint8Array(await response.arrayBuffer())];
    }),
  ]);
  // PNG files are compressed already.
  const archive = zipSync(Object.fromEntries(entries), { level: 0 });
  return new Blob([archive.slice()], { type: 'application/zip' });
}
