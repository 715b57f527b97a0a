import type { Readable } from 'node:stream';
import type { Site } from '@svc/schema';
import { findSite, insertSite } from '../../store/sites/sites.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';
import { requireKept } from './archives.js';
import { readSite } from './readSite.js';

/** Stores an archive durably and queues its unpacking. Returns the site as it is before that. */
export async function createSite(
  resources: Resources,
  access: ProjectAccess,
  archive: Readable,
  attempt: Attempt = onlyAttempt,
): Promise<Site> {
  const { database, blobs, links, queue } = resources;
  // A site has a file at least. How many, and how large they are, is known when the archive is read.
  const { hash } = await withinQuota(resources, access.project.id, { bytes: 1, files: 1 }, () =>
    blobs.put(archive),
  );
  const id = attempt.newId('site');
  if (attempt.isRepeated && (await findSite(database, access.project.id, id)))
    return readSite(resources, access, id);
  return database.transaction().execute(async (transaction) => {
    await requireKept({ blobs }, transaction, [hash]);
    await insertSite(transaction, { id, projectId: access.project.id, archiveHash: hash });
    await queue.enqueue(transaction, 'unpackSite', { siteId: id });
    return readSite({ database: transaction, links }, access, id);
  });
}
