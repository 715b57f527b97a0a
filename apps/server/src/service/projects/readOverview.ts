import type { Overview } from '@svc/schema';
import { readCaptures } from '../captures/readCaptures.js';
import { readDiffs } from '../diffs/readDiffs.js';
import type { Caller, Resources } from '../Resources.js';
import { presentProject } from './presentProject.js';

/** The project with its newest captures and diffs. */
export async function readOverview(resources: Resources, caller: Caller, limit: number): Promise<Overview> {
  const newest = { before: null, limit };
  return {
    project: presentProject(caller.project),
    captures: await readCaptures(resources, caller, newest),
    diffs: await readDiffs(resources, caller, newest),
  };
}
