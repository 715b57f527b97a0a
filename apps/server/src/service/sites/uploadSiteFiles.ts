import type { Readable } from 'node:stream';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { lockSite, setArchive } from '../../store/sites/manifests.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';
import { requireKept } from './archives.js';

/**
 * Stores the archive of the files that a site lacks, and queues its unpacking. The same archive again changes nothing.
 * @throws ServiceError SITE_NOT_FOUND, SITE_COMPLETED when the site is not waiting for files
 */
export async function uploadSiteFiles(
  resources: Resources,
  { project }: ProjectAccess,
  siteId: string,
  archive: Readable,
  attempt: Attempt = onlyAttempt,
): Promise<void> {
  const { database, blobs, queue } = resources;
  const lock = async (transaction: Resources['database']) => {
    const site = await lockSite(transaction, project.id, siteId);
    if (!site) throw notFound('Site');
    return site;
  };
  const before = await lock(database);
  if (!before.awaitsFiles && attempt.isRepeated) return;
  if (!before.awaitsFiles && before.archiveHash === null) throw completed(siteId);
  const { hash } = await withinQuota(resources, project.id, { bytes: 1, files: 1 }, () => blobs.put(archive));
  await database.transaction().execute(async (transaction) => {
    const site = await lock(transaction);
    if (site.archiveHash === hash) return;
    if (!site.awaitsFiles) throw completed(siteId);
    await requireKept({ blobs }, transaction, [hash]);
    await setArchive(transaction, siteId, hash);
    await queue.enqueue(transaction, 'unpackSite', { siteId });
  });
}

const completed = (siteId: string) =>
  new ServiceError('SITE_COMPLETED', `Site ${siteId} is not waiting for files; upload the build again`);
