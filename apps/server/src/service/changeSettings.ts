import type { ChangeSettingsBody, ProjectSettings } from '@svc/schema';
import { changeProject } from '../store/projects.js';
import { presentSettings } from './presentProject.js';
import type { Caller, Resources } from './Resources.js';

/** Changes the named settings of the project and leaves the others as they are. */
export async function changeSettings(
  { database }: Resources,
  { project }: Caller,
  { approvalMemory, defaultBranch }: ChangeSettingsBody,
): Promise<ProjectSettings> {
  const changed = await changeProject(database, project.id, {
    approval_memory: approvalMemory ?? project.approval_memory,
    default_branch: defaultBranch ?? project.default_branch,
  });
  return presentSettings(changed);
}
