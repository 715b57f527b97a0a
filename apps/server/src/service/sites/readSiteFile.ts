import { findSiteFile } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/** The bytes of a file of a site, or null. */
export async function readSiteFile(
  { database, blobs }: Resources,
  siteId: string,
  path: string,
): Promise<Buffer | null> {
  const file = await findSiteFile(database, siteId, path);
  return file ? blobs.get(file.hash) : null;
}
