import type { DiffSummary } from '@svc/schema';
import { listDiffs } from '../../store/diffs/diffs.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentDiffSummaries } from './presentDiffSummaries.js';

/** Diffs of the project, the newest first, made before the given one. */
export async function readDiffs(
  resources: Resources,
  { project }: ProjectAccess,
  filter: {
    suite?: string | undefined;
    headCaptureId?: string | undefined;
    before: string | null;
    limit: number;
  },
): Promise<DiffSummary[]> {
  return presentDiffSummaries(resources, project, await listDiffs(resources.database, project.id, filter));
}
