import type { Readable } from 'node:stream';
import type { Site } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { lockSite, setArchive } from '../../store/sites/manifests.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';
import { requireKept } from './archives.js';
import { readSite } from './readSite.js';

/**
 * Stores the archive of the files that a site lacks, and queues its unpacking. The same archive again changes nothing.
 * Returns the site as it is before it is unpacked.
 * @throws ServiceError SITE_NOT_FOUND, SITE_COMPLETED when the site is not waiting for files
 */
export async function uploadSiteFiles(
  resources: Resources,
  access: ProjectAccess,
  siteId: string,
  archive: Readable,
  attempt: Attempt = onlyAttempt,
): Promise<Site> {
  const { database, blobs, links, queue } = resources;
  const { project } = access;
  const lock = async (transaction: Resources['database']) => {
    const site = await lockSite(transaction, project.id, siteId);
    if (!site) throw notFound('Site');
    return site;
  };
  const before = await lock(database);
  if (!before.awaitsFiles && attempt.isRepeated) return readSite(resources, access, siteId);
  if (!before.awaitsFiles && before.archiveHash === null) throw completed(siteId);
  const { hash } = await withinQuota(resources, project.id, { bytes: 1, files: 1 }, () => blobs.put(archive));
  return database.transaction().execute(async (transaction) => {
    const site = await lock(transaction);
    const read = () => readSite({ database: transaction, links }, access, siteId);
    if (site.archiveHash === hash) return read();
    if (!site.awaitsFiles) throw completed(siteId);
    await requireKept({ blobs }, transaction, [hash]);
    await setArchive(transaction, siteId, hash);
    await queue.enqueue(transaction, 'unpackSite', { siteId });
    return read();
  });
}

const completed = (siteId: string) =>
  new ServiceError('SITE_COMPLETED', `Site ${siteId} is not waiting for files; upload the build again`);
