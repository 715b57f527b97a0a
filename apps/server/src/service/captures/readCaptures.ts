import type { CaptureSummary } from '@svc/schema';
import { listCaptures } from '../../store/captures/captures.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentCaptureSummary } from './presentCaptureSummary.js';

/** Captures of the project, the newest first, made before the given one. */
export async function readCaptures(
  { database }: Resources,
  { project }: ProjectAccess,
  filter: { suite?: string | undefined; branch?: string | undefined; before: string | null; limit: number },
): Promise<CaptureSummary[]> {
  const rows = await listCaptures(database, project.id, filter);
  return rows.map(presentCaptureSummary);
}
