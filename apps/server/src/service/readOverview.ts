import type { Overview } from '@svc/schema';
import { presentProject } from './presentProject.js';
import type { Caller, Resources } from './Resources.js';
import { readCaptures } from './readCaptures.js';
import { readDiffs } from './readDiffs.js';

/** The project with its newest captures and diffs. */
export async function readOverview(resources: Resources, caller: Caller, limit: number): Promise<Overview> {
  const newest = { before: null, limit };
  return {
    project: presentProject(caller.project),
    captures: await readCaptures(resources, caller, newest),
    diffs: await readDiffs(resources, caller, newest),
  };
}
