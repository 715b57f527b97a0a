import { lockOverdueCheckRun, type OverdueCheckRun, postponeJudging } from '../../store/checks/checkRuns.js';
import type { Resources } from '../Resources.js';
import { updateCommitChecks } from './updateCheckRuns.js';

/** Seconds until a commit that could not be judged is due again: it does not hold up others. */
const pause = 30;

/**
 * Judges the commits again that are due: what an approval settled beside others, and runs of which parts were awaited long
 * enough (R46). Any number of processes may do so at the same time.
 * @param signal ends the work after the current commit
 * @returns how many there were
 */
export async function judgeOverdue(
  { database }: Pick<Resources, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let judged = 0; ; judged++) {
    if (signal?.aborted || !(await judgeNext(database))) return judged;
  }
}

async function judgeNext(database: Resources['database']): Promise<boolean> {
  const held: OverdueCheckRun[] = [];
  try {
    await database.transaction().execute(async (transaction) => {
      held.push(...(await lockOverdueCheckRun(transaction)));
      for (const { projectId, commit } of held) await updateCommitChecks(transaction, projectId, commit);
    });
  } catch (error) {
    for (const { id } of held) await postponeJudging(database, id, pause);
    throw error;
  }
  return held.length > 0;
}
