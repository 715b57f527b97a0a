import { deleteOldCalls } from '../../store/access/idempotency.js';
import { deleteIdlePermits } from '../../store/access/permits.js';
import type { Resources } from '../Resources.js';
import { keepHours } from './answerOnce.js';

/** Deletes what is kept of requests and matters no more: answers after a day, counters after their window. */
export async function forgetRequests({ database }: Pick<Resources, 'database'>): Promise<void> {
  await deleteIdlePermits(database);
  await deleteOldCalls(database, keepHours);
}
