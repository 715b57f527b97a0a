import { findKnownHashes } from '../../store/images/images.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Which of the hashes are images that the project has, so that their bytes need not be sent (R4). */
export const findKnownImages = (
  { database }: Resources,
  { project }: ProjectAccess,
  hashes: readonly string[],
): Promise<string[]> => findKnownHashes(database, project.id, hashes);
