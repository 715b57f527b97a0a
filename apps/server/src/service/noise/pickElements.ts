import { elementsAt } from '@svc/layout-diff';
import type { PickedElements } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotText } from '../../domain/slot.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults } from '../../store/diffs/results.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readLayout } from '../images/readLayout.js';
import type { Resources } from '../Resources.js';

/** Elements that lie over each other at a point. */
const mostElements = 20;

/**
 * The elements at a point of a result's image, as its layout record has them.
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF
 */
export async function pickElements(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  { project }: ProjectAccess,
  diffId: string,
  { x, y, ...slot }: Slot & { x: number; y: number },
): Promise<PickedElements> {
  if (!(await findDiff(database, project.id, diffId))) throw notFound('Diff');
  const [result] = await listResults(database, diffId, { slots: [slot] });
  if (!result)
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${slotText(slot)}" is not a snapshot of diff ${diffId}`);
  const imageHash = result.headHash ?? result.baseHash;
  const record = imageHash && (await readLayout({ database, blobs }, project.id, { ...slot, imageHash }));
  if (!record) return { elements: [], isRecorded: false };
  return { elements: elementsAt(record, x, y).slice(0, mostElements), isRecorded: true };
}
