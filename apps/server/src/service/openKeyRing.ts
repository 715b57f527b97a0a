import { listSigningKeys } from '../store/signingKeys.js';
import type { KeyRing, SigningKey } from './links.js';
import type { Resources } from './Resources.js';

/** The keys of image tokens as this process knows them. */
export interface LoadedKeyRing extends KeyRing {
  /** Reads the keys again. */
  refresh(): Promise<void>;
}

/** Reads the keys that image tokens are signed with. */
export async function openKeyRing({ database }: Pick<Resources, 'database'>): Promise<LoadedKeyRing> {
  let current: SigningKey | undefined;
  let known = new Map<string, SigningKey>();
  const refresh = async () => {
    const keys = await listSigningKeys(database);
    // What the others have not heard of would be refused by them; the oldest key has been there from the start.
    current = keys.find((key) => key.isSettled) ?? keys.at(-1);
    known = new Map(keys.map((key) => [key.id, key]));
  };
  await refresh();
  return {
    refresh,
    get current() {
      if (!current) throw new Error('there is no key that image tokens are signed with');
      return current;
    },
    find: (id) => known.get(id),
  };
}
