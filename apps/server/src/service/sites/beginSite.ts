import type { Readable } from 'node:stream';
import { beginUnpacking, findSiteById } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/** Starts the unpacking of a site, again after a crash, with its archive. Null when it has ended already. */
export async function beginSite(
  { database, blobs }: Resources,
  siteId: string,
): Promise<{ projectId: string; archive: Readable } | null> {
  const site = await findSiteById(database, siteId);
  if (!site || !(await beginUnpacking(database, siteId))) return null;
  return { projectId: site.projectId, archive: await blobs.stream(site.archiveHash) };
}
