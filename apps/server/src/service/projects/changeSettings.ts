import type { ChangeSettingsBody, ProjectSettings } from '@svc/schema';
import { readBaselineMark } from '../../store/baselines/baselines.js';
import type { FormerBranch } from '../../store/columnTypes.js';
import type { Database } from '../../store/database.js';
import { changeProject, type ProjectRow } from '../../store/projects/projects.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentSettings } from './readProjects.js';

/** Changes the named settings of the project and leaves the others as they are. */
export const changeSettings = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  { approvalMemory, defaultBranch, threshold, antiAliasing, retentionDays }: ChangeSettingsBody,
): Promise<ProjectSettings> =>
  database.transaction().execute(async (transaction) => {
    const { project } = access;
    const changed = await changeProject(transaction, project.id, {
      approvalMemory: approvalMemory ?? project.approvalMemory,
      defaultBranch: defaultBranch ?? project.defaultBranch,
      formerBranches: await followRenaming(transaction, project, defaultBranch),
      threshold: threshold ?? project.threshold,
      antiAliasing: antiAliasing ?? project.antiAliasing,
      retentionDays: retentionDays === undefined ? project.retentionDays : retentionDays,
    });
    const [from, to] = [presentSettings(project), presentSettings(changed)];
    await noteInAudit(transaction, access, 'settings.changed', { details: { from, to } });
    return to;
  });

/** A default branch that is renamed takes its log along (R42). */
async function followRenaming(
  transaction: Database,
  { defaultBranch: name, formerBranches }: ProjectRow,
  defaultBranch: string | undefined,
): Promise<FormerBranch[]> {
  if (defaultBranch === undefined || defaultBranch === name) return formerBranches;
  return [
    ...formerBranches.filter((former) => former.name !== name),
    { name, until: await readBaselineMark(transaction) },
  ];
}
