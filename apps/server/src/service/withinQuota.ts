import { ServiceError } from '../domain/ServiceError.js';
import {
  type Amount,
  deleteReservation,
  hasQuota,
  insertReservation,
  lockQuota,
  sumKept,
  sumReserved,
} from '../store/projects/quotas.js';
import type { Resources } from './Resources.js';

/** Longer than anything takes from reserving room to recording what was stored. */
const reservedMinutes = 30;

/**
 * Stores and records something, unless the project would then keep more than its quota. Room is reserved before, so that
 * nothing is stored that has none, and that uploads at the same time do not exceed the quota together.
 * @throws ServiceError QUOTA_EXCEEDED
 */
export async function withinQuota<T>(
  { database }: Pick<Resources, 'database'>,
  projectId: string,
  amount: Amount,
  store: () => Promise<T>,
): Promise<T> {
  if (!(await hasQuota(database, projectId))) return store();
  const reservation = await database.transaction().execute(async (transaction) => {
    const quota = await lockQuota(transaction, projectId);
    if (!quota) return null;
    const [kept, reserved] = [
      await sumKept(transaction, projectId),
      await sumReserved(transaction, projectId),
    ];
    const refuse = (limit: string) => {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `The project may keep ${limit}, and has no room for this. Remove sites, shorten the retention, or ask an operator for a larger quota.`,
      );
    };
    const { maxBytes, maxFiles } = quota;
    if (maxBytes !== null && kept.bytes + reserved.bytes + amount.bytes > maxBytes)
      refuse(`${maxBytes} bytes`);
    if (maxFiles !== null && kept.files + reserved.files + amount.files > maxFiles)
      refuse(`${maxFiles} files`);
    return insertReservation(transaction, projectId, amount, reservedMinutes);
  });
  try {
    return await store();
  } finally {
    // One that stays behind expires.
    if (reservation !== null) await deleteReservation(database, reservation).catch(() => undefined);
  }
}
