import { deleteOldCalls } from '../store/idempotency.js';
import { deleteIdlePermits } from '../store/permits.js';
import { keepHours } from './answerOnce.js';
import type { Resources } from './Resources.js';

/** Deletes what is kept of requests and matters no more: answers after a day, counters after their window. */
export async function forgetRequests({ database }: Pick<Resources, 'database'>): Promise<void> {
  await deleteIdlePermits(database);
  await deleteOldCalls(database, keepHours);
}
