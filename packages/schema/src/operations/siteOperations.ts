import { byId, bytes } from '../primitives.js';
import { routes } from '../routes.js';
import { announcedSite, announceSiteBody, listStoriesQuery, site, storyList } from '../site.js';
import type { Operation } from './Operation.js';

const archives = {
  'application/gzip': bytes,
  'application/x-gzip': bytes,
  'application/x-tar': bytes,
  'application/octet-stream': bytes,
};

export const siteOperations = {
  uploadSite: {
    ...routes.uploadSite,
    summary: 'Upload a static build as a tar.gz archive',
    access: 'project',
    needs: 'upload',
    bodies: archives,
    response: site,
    errors: ['ARCHIVE_INVALID', 'ARCHIVE_TOO_LARGE', 'QUOTA_EXCEEDED'],
  },
  announceSite: {
    ...routes.announceSite,
    summary: 'Announce the files of a static build, to send only those that the project does not have yet',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'large',
    body: announceSiteBody,
    response: announcedSite,
    errors: ['ARCHIVE_INVALID', 'ARCHIVE_TOO_LARGE'],
  },
  uploadSiteFiles: {
    ...routes.uploadSiteFiles,
    summary: 'Upload the missing files of an announced build as a tar.gz archive, each named by its hash',
    access: 'project',
    needs: 'upload',
    params: byId,
    bodies: archives,
    response: site,
    errors: ['SITE_NOT_FOUND', 'SITE_COMPLETED', 'ARCHIVE_INVALID', 'ARCHIVE_TOO_LARGE', 'QUOTA_EXCEEDED'],
  },
  getSite: {
    ...routes.getSite,
    summary: 'An uploaded static build',
    access: 'project',
    needs: 'read',
    params: byId,
    response: site,
    errors: ['SITE_NOT_FOUND'],
  },
  discoverStories: {
    ...routes.discoverStories,
    summary: 'The stories found in an uploaded build',
    access: 'project',
    needs: 'read',
    params: byId,
    query: listStoriesQuery,
    response: storyList,
    errors: ['SITE_NOT_FOUND', 'SITE_NOT_READY', 'STORIES_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
