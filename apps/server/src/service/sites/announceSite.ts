import type { AnnouncedSite } from '@svc/schema';
import { ArchiveError } from '../../archive/ArchiveError.js';
import { type ListedFile, readManifest } from '../../archive/readManifest.js';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import {
  findKnownFiles,
  insertManifest,
  listManifest,
  type ManifestFile,
} from '../../store/sites/manifests.js';
import { findSite, insertSite } from '../../store/sites/sites.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { requireKept } from './archives.js';
import { readSite } from './readSite.js';

/**
 * Makes a site of which a manifest says what it has. What other sites of the project have is not sent again, and stays
 * from now on; where nothing else is listed, the site is made at once.
 * @throws ServiceError ARCHIVE_INVALID, ARCHIVE_TOO_LARGE
 */
export async function announceSite(
  resources: Resources,
  access: ProjectAccess,
  listed: readonly ListedFile[],
  attempt: Attempt = onlyAttempt,
): Promise<AnnouncedSite> {
  const { database } = resources;
  const files = await readManifest(listed).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new ServiceError(error.code, error.message) : error;
  });
  const id = attempt.newId('site');
  const isMade = attempt.isRepeated && (await findSite(database, access.project.id, id)) !== undefined;
  const answer = async (within: Resources, manifest: readonly ManifestFile[]) => {
    const missing = new Set(manifest.flatMap(({ hash, known }) => (known ? [] : hash)));
    return { site: await readSite(within, access, id), missing: [...missing].sort() };
  };
  if (isMade) return answer(resources, await listManifest(database, id));
  return database.transaction().execute(async (transaction) => {
    const within = { ...resources, database: transaction };
    // As it is made: where nothing is missing, a free process may unpack it at once.
    return answer(within, await create(within, access, id, files));
  });
}

async function create(
  { database: transaction, blobs, queue }: Pick<Resources, 'blobs' | 'queue'> & { database: Database },
  { project }: ProjectAccess,
  id: string,
  files: readonly ListedFile[],
): Promise<ManifestFile[]> {
  const sizes = await findKnownFiles(
    transaction,
    project.id,
    files.map(({ hash }) => hash),
  );
  const manifest = await mapInTurns(files, (file): ManifestFile => {
    const size = sizes.get(file.hash);
    if (size !== undefined && size !== file.bytes)
      throw new ServiceError(
        'ARCHIVE_INVALID',
        `${JSON.stringify(file.path)} has the same hash as a file of a different size`,
      );
    return { ...file, known: size !== undefined };
  });
  await requireKept({ blobs }, transaction, [...sizes.keys()]);
  await insertSite(transaction, { id, projectId: project.id, byManifest: true });
  await insertManifest(transaction, id, manifest);
  if (manifest.every(({ known }) => known)) await queue.enqueue(transaction, 'unpackSite', { siteId: id });
  return manifest;
}
