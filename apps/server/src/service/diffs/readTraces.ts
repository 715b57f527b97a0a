import type { Trace } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { listTraceRows } from '../../store/captures/traces.js';
import { findDiff } from '../../store/diffs/diffs.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { presentTrace } from '../captures/uploadTrace.js';
import type { Resources } from '../Resources.js';

/**
 * The traces of the current images of a diff.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readTraces(
  resources: Resources,
  { project }: ProjectAccess,
  diffId: string,
): Promise<Trace[]> {
  const { database } = resources;
  const diff = await findDiff(database, project.id, diffId);
  if (!diff) throw notFound('Diff');
  return (await listTraceRows(database, diff)).map((row) => presentTrace(resources, row));
}
