import type { ApiKey } from '@svc/schema';
import { listApiKeys } from '../../store/keys/apiKeys.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentKey } from './presentKey.js';

/** API keys of the project, newest first, after the given id. */
export const readKeys = async (
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
  page: { before: string | null; limit: number },
): Promise<ApiKey[]> => (await listApiKeys(database, { projectId: project.id, ...page })).map(presentKey);
