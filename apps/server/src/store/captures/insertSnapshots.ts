import type { Insertable } from 'kysely';
import { slotKey } from '../../domain/slot.js';
import { copyRows } from '../bulk/copyRows.js';
import type { Database } from '../database.js';
import { slotColumns } from '../slots.js';
import type { Snapshots } from '../tables.js';

const insert = copyRows<Snapshots>('snapshots', {
  projectId: 'plain',
  captureId: 'plain',
  name: 'plain',
  viewport: 'plain',
  browser: 'plain',
  position: 'plain',
  status: { initial: 'pending' },
  hash: 'bytes',
  error: 'plain',
  path: 'plain',
  metadata: 'plain',
  target: 'plain',
  threshold: 'plain',
  antiAliasing: 'plain',
  ignored: 'plain',
  unstable: { initial: false },
  isDependent: { initial: false },
  incomplete: 'plain',
  timings: 'plain',
  console: 'plain',
  renderer: 'plain',
  autoApprove: { initial: false },
  testId: 'plain',
  attempt: { initial: 1 },
  carriedFrom: 'plain',
  provenFrom: 'plain',
  uploadedAt: 'plain',
});

/**
 * @param mode what happens to a slot that the capture has already, which is locked; it is an error unless said otherwise
 */
export async function insertSnapshots(
  database: Database,
  snapshots: readonly Insertable<Snapshots>[],
  mode?: 'unless tried',
): Promise<void> {
  await insert(database, mode === 'unless tried' ? await withoutTried(database, snapshots) : snapshots);
}

async function withoutTried(
  database: Database,
  snapshots: readonly Insertable<Snapshots>[],
): Promise<Insertable<Snapshots>[]> {
  const captures = [...new Set(snapshots.map(({ captureId }) => captureId))];
  const tried = await database
    .selectFrom('snapshots')
    .select(['captureId', ...slotColumns])
    .where('captureId', 'in', captures)
    .execute();
  const keyOf = ({ captureId, ...slot }: (typeof tried)[number]) => `${captureId} ${slotKey(slot)}`;
  const keys = new Set(tried.map(keyOf));
  return snapshots.filter((snapshot) => !keys.has(keyOf(snapshot)));
}
