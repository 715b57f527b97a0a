import { addSigningKey, deleteSucceededKeys } from '../store/signingKeys.js';
import { sealKeysIn } from './openKeyRing.js';
import type { Resources } from './Resources.js';

/** Days that a key signs. */
const turn = 90;
/** Days that a key is kept after its successor was made: longer than a token of it lives. */
const kept = 3;

/** Makes a new signing key when it is time for one, and deletes those of which no token is left. */
export async function rotateSigningKey({
  database,
  vault,
}: Pick<Resources, 'database' | 'vault'>): Promise<void> {
  await addSigningKey(database, sealKeysIn(vault), { afterDays: turn });
  await deleteSucceededKeys(database, { afterDays: kept });
}

/**
 * Makes a new signing key now.
 * @param revoke whether image URLs that were handed out end with it, as for a secret that others may have seen
 */
export const rotateSigningKeyNow = (
  { database, vault }: Pick<Resources, 'database' | 'vault'>,
  { revoke }: { revoke: boolean },
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await addSigningKey(transaction, sealKeysIn(vault), { afterDays: 0 });
    if (revoke) await deleteSucceededKeys(transaction, { afterDays: 0 });
  });
