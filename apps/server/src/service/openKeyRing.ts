import {
  addSigningKey,
  listSigningKeys,
  type StoredSigningKey,
  sealSigningKey,
} from '../store/signingKeys.js';
import { SealBroken, type Vault } from './createVault.js';
import type { KeyRing, SigningKey } from './links.js';
import type { Resources } from './Resources.js';

type Parts = Pick<Resources, 'database' | 'vault'>;

/** The keys of image tokens as this process knows them. */
export interface LoadedKeyRing extends KeyRing {
  /** Reads the keys again. */
  refresh(): Promise<void>;
}

/** What a key is sealed for. */
const about = (id: string): string => `signing key ${id}`;

/** Seals keys of image tokens in a vault. */
export const sealKeysIn =
  (vault: Vault) =>
  (id: string, secret: Buffer): Buffer =>
    vault.seal(secret.toString('base64'), about(id));

/** Reads the keys that image tokens are signed with. Those that are stored in plain are sealed. */
export async function openKeyRing({ database, vault }: Parts): Promise<LoadedKeyRing> {
  let current: SigningKey | undefined;
  let known = new Map<string, SigningKey>();
  const seal = sealKeysIn(vault);

  async function read(): Promise<(SigningKey & Pick<StoredSigningKey, 'isSettled'>)[]> {
    const stored = await listSigningKeys(database, seal);
    for (const { id, secret } of stored) if (secret) await sealSigningKey(database, id, seal(id, secret));
    return stored.flatMap(({ id, isSettled, ...key }) => {
      const secret = key.secret ?? open(vault, id, key.sealed);
      return secret === null ? [] : [{ id, secret, isSettled }];
    });
  }

  const refresh = async () => {
    let keys = await read();
    if (keys.length === 0) {
      // With another SVC_SECRET, earlier keys are lost, and so are the URLs that they signed.
      await addSigningKey(database, seal, { afterDays: 0 });
      keys = await read();
    }
    // What the others have not heard of would be refused by them; the oldest key has been there from the start.
    current = keys.find((key) => key.isSettled) ?? keys.at(-1);
    known = new Map(keys.map((key) => [key.id, key]));
  };
  await refresh();
  return {
    refresh,
    get current() {
      if (!current) throw new Error('there is no signing key for image tokens');
      return current;
    },
    find: (id) => known.get(id),
  };
}

/** Null for a key that was sealed with another SVC_SECRET. */
function open(vault: Vault, id: string, sealed: Buffer | null): Buffer | null {
  if (sealed === null) throw new Error(`the signing key ${id} has no secret`);
  try {
    return Buffer.from(vault.open(sealed, about(id)), 'base64');
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
