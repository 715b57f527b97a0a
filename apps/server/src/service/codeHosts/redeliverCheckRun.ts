import { ServiceError } from '../../domain/ServiceError.js';
import { requestCheckRun } from '../../store/checks/checkRuns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/**
 * Shows a check run on the code host once more, also one that was given up.
 * @throws ServiceError CHECK_RUN_NOT_FOUND
 */
export async function redeliverCheckRun(
  { database }: Pick<Resources, 'database'>,
  { project }: Pick<ProjectAccess, 'project'>,
  id: string,
): Promise<void> {
  if (await requestCheckRun(database, project.id, id)) return;
  throw new ServiceError('CHECK_RUN_NOT_FOUND', 'Check run not found');
}
