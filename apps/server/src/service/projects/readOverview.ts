import type { Overview } from '@svc/schema';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readCaptures } from '../captures/readCaptures.js';
import { readDiffs } from '../diffs/readDiffs.js';
import type { Resources } from '../Resources.js';
import { presentProject } from './readProjects.js';

/** The project with its newest captures and diffs. */
export async function readOverview(
  resources: Resources,
  access: ProjectAccess,
  limit: number,
): Promise<Overview> {
  const newest = { before: null, limit };
  return {
    project: presentProject(access.project),
    captures: await readCaptures(resources, access, newest),
    diffs: await readDiffs(resources, access, newest),
  };
}
