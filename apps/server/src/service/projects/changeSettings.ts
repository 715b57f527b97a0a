import type { ChangeSettingsBody, ProjectSettings } from '@svc/schema';
import { changeProject } from '../../store/projects/projects.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Caller, Resources } from '../Resources.js';
import { presentSettings } from './presentProject.js';

/** Changes the named settings of the project and leaves the others as they are. */
export const changeSettings = (
  { database }: Pick<Resources, 'database'>,
  caller: Caller,
  { approvalMemory, defaultBranch, threshold, antiAliasing, retentionDays }: ChangeSettingsBody,
): Promise<ProjectSettings> =>
  database.transaction().execute(async (transaction) => {
    const { project } = caller;
    const changed = await changeProject(transaction, project.id, {
      approval_memory: approvalMemory ?? project.approval_memory,
      default_branch: defaultBranch ?? project.default_branch,
      threshold: threshold ?? project.threshold,
      anti_aliasing: antiAliasing ?? project.anti_aliasing,
      retention_days: retentionDays === undefined ? project.retention_days : retentionDays,
    });
    const [from, to] = [presentSettings(project), presentSettings(changed)];
    await noteInAudit(transaction, caller, 'settings.changed', { details: { from, to } });
    return to;
  });
