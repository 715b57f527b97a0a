import { scope } from '@svc/schema';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { createKey } from '../service/keys/createKey.js';
import { ensureProject } from '../store/projects/projects.js';
import type { CommandContext } from './CommandContext.js';

export async function printNewKey(
  { withDatabase, print }: CommandContext,
  slug: string,
  name: string,
): Promise<void> {
  const { secret } = await withDatabase(async (database) => {
    const project = await ensureProject(database, slug);
    return createKey({ database }, accessAsServer(project), { name, scopes: scope.options });
  });
  print(secret);
}
