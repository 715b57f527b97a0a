import type { StoryEntry } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { findSite, listStories } from '../../store/sites/sites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/**
 * Stories of a site in their order, with their positions, after the given one.
 * @throws ServiceError SITE_NOT_FOUND, SITE_NOT_READY, STORIES_NOT_FOUND
 */
export async function readStories(
  { database }: Resources,
  { project }: ProjectAccess,
  siteId: string,
  options: { after: number; limit: number },
): Promise<{ position: number; entry: StoryEntry }[]> {
  const site = await findSite(database, project.id, siteId);
  if (!site) throw notFound('Site');
  if (site.status !== 'ready') {
    const why = site.error ? `: ${site.error}` : '; ask again when it is ready';
    throw new ServiceError('SITE_NOT_READY', `Site ${site.id} is ${site.status}${why}`);
  }
  if (site.storiesError !== null) {
    throw new ServiceError(
      'STORIES_NOT_FOUND',
      `No stories were found in site ${site.id}: ${site.storiesError}`,
    );
  }
  return listStories(database, site.id, options);
}
