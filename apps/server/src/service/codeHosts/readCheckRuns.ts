import type { CheckRunList } from '@svc/schema';
import { listCheckRuns } from '../../store/checks/checkRuns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Check runs of the project, or of one of its commits, with what became of them on the code host. */
export async function readCheckRuns(
  { database }: Pick<Resources, 'database'>,
  { project }: Pick<ProjectAccess, 'project'>,
  { commit, limit }: { commit?: string | undefined; limit: number },
): Promise<CheckRunList> {
  const rows = await listCheckRuns(database, project.id, { commit: commit ?? null, limit });
  return {
    checkRuns: rows.map(({ desired: { status, conclusion, title }, nextAttemptAt, ...row }) => ({
      ...row,
      status,
      conclusion,
      title,
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    })),
  };
}
