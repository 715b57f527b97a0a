import { findProjectById, stopProof } from '../../store/projects/projects.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/**
 * Turns the method off for a project in which an audit has found something that was not as proven.
 * @param id of the capture or the site that was audited
 * @param from the id of that which it was proven from
 */
export async function stopProofs(
  { database }: Pick<Resources, 'database'>,
  { id, projectId }: { id: string; projectId: string },
  { name }: { name: string },
  from: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await stopProof(transaction, projectId))) return;
    const project = await findProjectById(transaction, projectId);
    const by = { project, actor: 'server:capture', namespace: '' };
    await noteInAudit(transaction, by, 'proof.stopped', { target: id, details: { snapshot: name, from } });
  });
}
