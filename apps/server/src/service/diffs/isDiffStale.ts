import type { Database } from '../../store/database.js';
import { type DiffRow, listUndecided } from '../../store/diffs/diffs.js';
import { findStale } from '../baselines/promote.js';

/** Whether a baseline under an undecided result of a diff has moved since (R14). */
export async function isDiffStale(database: Database, diff: DiffRow): Promise<boolean> {
  if (diff.status !== 'completed') return false;
  return (await findStale(database, diff, await listUndecided(database, diff.id))).length > 0;
}
