import { scope } from '@svc/schema';
import { serverCaller } from '../service/access/serverCaller.js';
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
    return createKey({ database }, serverCaller(project), { name, scopes: scope.options });
  });
  print(secret);
}
