import { deleteCodeHost } from '../../store/codeHosts/codeHosts.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Caller, Resources } from '../Resources.js';

/** Ends that the project shows check runs; those that are shown stay as they are. */
export const removeCodeHost = ({ database }: Pick<Resources, 'database'>, caller: Caller): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await deleteCodeHost(transaction, caller.project.id);
    await noteInAudit(transaction, caller, 'code-host.removed');
  });
