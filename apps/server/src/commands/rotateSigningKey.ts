import { rotateSigningKeyNow } from '../service/rotateSigningKey.js';
import type { CommandContext } from './CommandContext.js';

/** A running service notices within minutes. */
export async function rotateSigningKey(
  { withDatabase, openVault, print }: CommandContext,
  revoke: boolean,
): Promise<void> {
  const vault = await openVault();
  await withDatabase((database) => rotateSigningKeyNow({ database, vault }, { revoke }));
  print(
    revoke
      ? 'All image URLs handed out so far end within five minutes. Reload pages that are open.'
      : 'New image URLs use a new key in ten minutes. URLs handed out so far stay valid until they expire.',
  );
}
