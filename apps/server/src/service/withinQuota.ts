import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../domain/ServiceError.js';
import {
  type Amount,
  addToEstimate,
  deleteReservation,
  findEstimate,
  hasQuota,
  insertReservation,
  lockQuota,
  type Quota,
  setEstimate,
  sumKeptAndReserved,
} from '../store/projects/quotas.js';
import type { Resources } from './Resources.js';

/** Longer than anything takes from reserving room to recording what was stored. */
const reservedMinutes = 30;
/** How long an upload waits for others that may take the last room, or may just have been recorded. */
const patienceMs = 5_000;
const intervalMs = 25;

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
  const reservation = await reserve(database, projectId, amount);
  try {
    return await store();
  } finally {
    // One that stays behind expires.
    if (reservation !== null) await deleteReservation(database, reservation).catch(() => undefined);
  }
}

/** Reserves room. Null where the quota was lifted meanwhile. */
async function reserve(
  database: Resources['database'],
  projectId: string,
  amount: Amount,
): Promise<number | null> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const outcome = await database.transaction().execute(async (transaction) => {
      const quota = await lockQuota(transaction, projectId);
      if (!quota) return { reservation: null };
      const estimate = await findEstimate(transaction, projectId);
      if (estimate && limitOf(quota, estimate, amount) === null) {
        await addToEstimate(transaction, projectId, amount);
        return { reservation: await insertReservation(transaction, projectId, amount, reservedMinutes) };
      }
      const { kept, reserved } = await sumKeptAndReserved(transaction, projectId);
      const alone = limitOf(quota, kept, amount);
      // What is recorded is still reserved for a moment: only what is kept is certain.
      const together = limitOf(quota, add(kept, reserved), amount);
      if (alone !== null || together !== null) return { limit: alone ?? together, isFinal: alone !== null };
      await setEstimate(transaction, projectId, add(add(kept, reserved), amount));
      return { reservation: await insertReservation(transaction, projectId, amount, reservedMinutes) };
    });
    if ('reservation' in outcome) return outcome.reservation;
    if (outcome.isFinal || performance.now() > deadline) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `The project may keep ${outcome.limit}, and has no room for this. Remove sites, shorten the retention, or ask an operator for a larger quota.`,
      );
    }
    await sleep(intervalMs);
  }
}

const add = (one: Amount, other: Amount): Amount => ({
  bytes: one.bytes + other.bytes,
  files: one.files + other.files,
});

/** The limit that a further amount would exceed, in words; null where there is room. */
function limitOf({ maxBytes, maxFiles }: Quota, { bytes, files }: Amount, further: Amount): string | null {
  if (maxBytes !== null && bytes + further.bytes > maxBytes) return `${maxBytes} bytes`;
  if (maxFiles !== null && files + further.files > maxFiles) return `${maxFiles} files`;
  return null;
}
