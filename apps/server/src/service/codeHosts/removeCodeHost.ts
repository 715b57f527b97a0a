import { deleteCodeHost } from '../../store/codeHosts/codeHosts.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Ends that the project shows check runs; those that are shown stay as they are. */
export const removeCodeHost = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await deleteCodeHost(transaction, access.project.id);
    await noteInAudit(transaction, access, 'code-host.removed');
  });
