import type { PgBoss } from 'pg-boss';
import type { Database } from '../store/database.js';
import { createExecutor } from './createExecutor.js';
import { giveTurns, noTurn } from './giveTurns.js';
import { type JobName, type Jobs, jobPolicy } from './jobs.js';

/**
 * Adds jobs in a transaction, with their turns where they take some.
 * @param startAfter seconds
 */
export async function sendJobs<Name extends JobName>(
  boss: PgBoss,
  transaction: Database,
  name: Name,
  data: readonly Jobs[Name][],
  startAfter = 0,
): Promise<void> {
  if (data.length === 0) return;
  const { takesTurns } = jobPolicy[name];
  const jobs = data.map((one) => ({
    data: one,
    ...(startAfter > 0 && { startAfter }),
    ...(takesTurns && { group: { id: projectOf(one) }, priority: noTurn }),
  }));
  await boss.insert(name, jobs, { db: createExecutor(transaction) });
  if (!takesTurns) return;
  for (const projectId of new Set(data.map(projectOf))) await giveTurns(transaction, name, projectId);
}

/** One that an earlier version made does not say. */
const projectOf = (data: Jobs[JobName]): string => ('projectId' in data && data.projectId) || 'unknown';
