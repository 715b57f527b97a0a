import type { Site } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import { findSite } from '../../store/sites/sites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readSiteWaiting } from '../processes/readWaiting.js';
import type { Resources } from '../Resources.js';

/** @throws ServiceError SITE_NOT_FOUND */
export async function readSite(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  { project }: ProjectAccess,
  id: string,
): Promise<Site> {
  const row = await findSite(database, project.id, id);
  if (!row) throw notFound('Site');
  return {
    id: row.id,
    project: slugOf(project),
    status: row.status,
    fileCount: row.fileCount,
    totalBytes: row.totalBytes,
    cdnUrl: links.site(row.id),
    createdAt: row.createdAt.toISOString(),
    error: row.error,
    tool: row.tool,
    waitingForBrowser: await readSiteWaiting({ database }, row),
  };
}
