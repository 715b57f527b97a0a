import { listKnownImages } from '../../store/images/images.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Which of the hashes are images that the project has, so that their bytes need not be sent (R4). */
export async function findKnownImages(
  { database }: Resources,
  { project }: ProjectAccess,
  hashes: readonly string[],
): Promise<string[]> {
  const known = await listKnownImages(database, project.id, hashes);
  return known.map(({ askedHash }) => askedHash);
}
