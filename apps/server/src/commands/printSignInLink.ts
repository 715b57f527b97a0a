import { readRunning } from '../running.js';
import { createLinks } from '../service/links.js';
import { openKeyRing } from '../service/openKeyRing.js';
import { ensureFirstUser } from '../store/accounts/people.js';
import { createSignInToken } from '../store/accounts/signInTokens.js';
import type { CommandContext } from './CommandContext.js';

const hours = 24;

export async function printSignInLink({
  config,
  withDatabase,
  openVault,
  print,
}: CommandContext): Promise<void> {
  const { publicUrl, sitesDomain, dataDir, port } = config();
  const link = await withDatabase(async (database) => {
    const links = createLinks({
      publicUrl: publicUrl ?? readRunning(dataDir)?.url ?? `http://localhost:${port}`,
      sitesDomain,
      keyRing: await openKeyRing({ database, vault: await openVault() }),
    });
    return links.signIn(await createSignInToken(database, await ensureFirstUser(database), hours));
  });
  print(link);
}
