import type { FinishedRun, FinishRunBody } from '@svc/schema';
import { readPart, textOfPart } from '../../domain/checks/Part.js';
import { listReports, finishRun as noteFinished } from '../../store/checks/reports.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { isHeldToEphemeral, refuseOtherBranches } from '../access/refuseStrayUpload.js';
import type { Resources } from '../Resources.js';
import { openCommitCheck, updateCommitChecks } from './updateCheckRuns.js';

/**
 * Says that no more parts of a run follow, so that its commit is judged by those that reported (R46). Saying it again
 * changes nothing. Of a run that nobody heard of, the check of the commit says so.
 * @throws ServiceError FORBIDDEN for a key of CI of another branch
 */
export async function finishRun(
  { database, queue }: Pick<Resources, 'database' | 'queue'>,
  access: ProjectAccess,
  { branch, commit, runKey }: FinishRunBody,
): Promise<FinishedRun> {
  // What such a key captures has no branch and no check.
  if (isHeldToEphemeral(access)) return { parts: [] };
  refuseOtherBranches(access, [branch]);
  const projectId = access.project.id;
  return database.transaction().execute(async (transaction) => {
    await openCommitCheck(transaction, { projectId, commit });
    await noteFinished(transaction, { projectId, commit, branch, runKey });
    await updateCommitChecks(transaction, projectId, commit);
    await queue.enqueue(transaction, 'reconsiderCommit', { projectId, namespace: '', branch, commit });
    const reports = await listReports(transaction, projectId, commit);
    const parts = reports
      .filter((report) => report.branch === branch && report.runKey === runKey && report.ended !== null)
      .map((report) => textOfPart(readPart(report)));
    return { parts: [...new Set(parts)].sort(inOrder) };
  });
}

const inOrder = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
