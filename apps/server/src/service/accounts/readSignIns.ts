import type { SignedInPlace } from '@svc/schema';
import { listSignIns } from '../../store/accounts/signIns.js';
import type { PersonAsking } from '../access/identify.js';
import type { Resources } from '../Resources.js';

/**
 * Where a person is signed in, the last used first.
 * @param credential the secret of the session or login that asks
 */
export async function readSignIns(
  { database }: Pick<Resources, 'database'>,
  { id }: PersonAsking,
  credential: string | undefined,
): Promise<SignedInPlace[]> {
  const rows = await listSignIns(database, id, credential);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    isCurrent: row.is_current,
  }));
}
