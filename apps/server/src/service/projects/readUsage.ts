import type { Usage } from '@svc/schema';
import { countByMonth, sumImages, sumSites } from '../../store/projects/usage.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Months that are answered, the current one included. */
const monthsTold = 12;

/** What a project keeps, and what it has made of late. */
export async function readUsage(
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
): Promise<Usage> {
  const { maxBytes, maxFiles } = project;
  const images = await sumImages(database, project.id);
  const { files, ...sites } = await sumSites(database, project.id);
  const months = await countByMonth(database, project.id, monthsTold);
  const kept = { bytes: images.bytes + sites.bytes, files: images.count + files };
  return { images, sites, quota: { ...kept, maxBytes, maxFiles }, months };
}
