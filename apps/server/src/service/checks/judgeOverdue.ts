import { DatabaseUnavailable } from '../../domain/DatabaseUnavailable.js';
import { lockOverdueCheckRun, type OverdueCheckRun, postponeJudging } from '../../store/checks/checkRuns.js';
import type { Resources } from '../Resources.js';
import { updateCommitChecks } from './updateCheckRuns.js';

/** Seconds until a commit that could not be judged is due again, twice as long each time: it does not hold up others. */
const pause = 30;
const longestPause = 3_600;

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
    const [failed] = held;
    if (!failed || error instanceof DatabaseUnavailable) throw error;
    const { id, projectId, commit, judgeAttempts } = failed;
    const seconds = Math.min(pause * 2 ** judgeAttempts, longestPause);
    await postponeJudging(database, id, seconds);
    const times = judgeAttempts === 0 ? '' : `, ${judgeAttempts + 1} times in a row`;
    throw new Error(
      `commit ${commit} of project ${projectId} could not be judged${times}; its check stays as it is until the next attempt in ${seconds} s`,
      { cause: error },
    );
  }
  return held.length > 0;
}
