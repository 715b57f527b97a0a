import type { Readable } from 'node:stream';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import { findSiteFile } from '../../store/sites/sites.js';
import { whenAnswering } from '../../store/whenAnswering.js';
import type { Resources } from '../Resources.js';

/** A file of a site whose bytes are read when they are wanted. */
export interface OpenSiteFile extends SiteFile {
  stream(): Promise<Readable>;
}

/** Milliseconds; more than a page may take, unless told otherwise: it fails rather than is captured without a file. */
const patience = 45_000;

/**
 * What a site has under a path: that file, or the `index.html` of that folder. Waits for a database that is away: a page
 * that is captured without one of its files looks different.
 * @throws DatabaseUnavailable
 */
export async function openSiteFile(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  siteId: string,
  path: string,
): Promise<OpenSiteFile | undefined> {
  const isFolder = path === '' || path.endsWith('/');
  const find = async () =>
    isFolder
      ? findSiteFile(database, siteId, `${path}index.html`)
      : ((await findSiteFile(database, siteId, path)) ??
        (await findSiteFile(database, siteId, `${path}/index.html`)));
  const file = await whenAnswering(find, { patience });
  return file && { ...file, stream: () => blobs.stream(file.hash) };
}

/** The bytes of a file of a site, or null. */
export async function readSiteFile(
  { database, blobs }: Resources,
  siteId: string,
  path: string,
): Promise<Buffer | null> {
  const file = await findSiteFile(database, siteId, path);
  return file ? blobs.get(file.hash) : null;
}
