import type { ChangeSettingsBody, ProjectSettings } from '@svc/schema';
import { changeProject } from '../../store/projects/projects.js';
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
      threshold: threshold ?? project.threshold,
      antiAliasing: antiAliasing ?? project.antiAliasing,
      retentionDays: retentionDays === undefined ? project.retentionDays : retentionDays,
    });
    const [from, to] = [presentSettings(project), presentSettings(changed)];
    await noteInAudit(transaction, access, 'settings.changed', { details: { from, to } });
    return to;
  });
