import { findOverdueCheckRun } from '../../store/checks/checkRuns.js';
import type { Resources } from '../Resources.js';
import { updateCommitChecks } from './updateCheckRuns.js';

/**
 * Judges the commits again of whose runs parts were awaited long enough (R46).
 * @param signal ends the work after the current commit
 * @returns how many there were
 */
export async function judgeOverdue(
  { database }: Pick<Resources, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let judged = 0; ; judged++) {
    const overdue = signal?.aborted ? undefined : await findOverdueCheckRun(database);
    if (!overdue) return judged;
    await database
      .transaction()
      .execute((transaction) => updateCommitChecks(transaction, overdue.projectId, overdue.commit));
  }
}
