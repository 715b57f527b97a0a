import type { SignedInPlace } from '@svc/schema';
import { listSignIns } from '../../store/accounts/signIns.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/**
 * Where a person is signed in, the last used first.
 * @param credential the secret of the session or login that asks
 */
export async function readSignIns(
  { database }: Pick<Resources, 'database'>,
  { id }: PersonPrincipal,
  credential: string | undefined,
): Promise<SignedInPlace[]> {
  const rows = await listSignIns(database, id, credential);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: row.isCurrent,
  }));
}
