import { deleteCodeHost } from '../store/codeHosts.js';
import type { ProjectRow } from '../store/projects.js';
import type { Resources } from './Resources.js';

/** Ends that the project shows check runs; those that are shown stay as they are. */
export const removeCodeHost = (
  { database }: Pick<Resources, 'database'>,
  project: ProjectRow,
): Promise<void> => deleteCodeHost(database, project.id);
