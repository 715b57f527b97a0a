import { scope } from '@svc/schema';
import { hasApiKey } from '../../store/keys/apiKeys.js';
import { ensureProject, lockProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { createKeyWithin } from './createKey.js';

/**
 * Makes a project that has no key yet its first one; of several processes that start at once, one does.
 * @returns the key, or null where there was one
 */
export async function ensureFirstKey(
  { database }: Pick<Resources, 'database'>,
  slug: string,
): Promise<string | null> {
  const { id } = await ensureProject(database, slug);
  return database.transaction().execute(async (transaction) => {
    const project = await lockProject(transaction, id);
    if (await hasApiKey(transaction, id)) return null;
    const wanted = { name: 'bootstrap', scopes: scope.options };
    const { secret } = await createKeyWithin(transaction, accessAsServer(project), wanted);
    return secret;
  });
}
