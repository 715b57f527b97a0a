import type { DetailedCauses, DiffCauses, ResultCauses } from '@svc/schema';
import { groupCauses } from '../../domain/causes/groupCauses.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey, slotText } from '../../domain/slot.js';
import { findDetailedCauses, listCauses } from '../../store/diffs/causes.js';
import { findDiff } from '../../store/diffs/diffs.js';
import { listResults } from '../../store/diffs/results.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

type Database = Pick<Resources, 'database'>;

/**
 * Why the results of a diff changed, by cause.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readCauses(
  { database }: Database,
  { project }: ProjectAccess,
  id: string,
): Promise<DiffCauses> {
  const diff = await findDiff(database, project.id, id);
  if (!diff) throw notFound('Diff');
  return groupCauses(await listCauses(database, diff.id));
}

/**
 * Why one result changed, with the boxes of the elements.
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF
 */
export async function readResultCauses(
  { database }: Database,
  { project }: ProjectAccess,
  diffId: string,
  slot: Slot,
): Promise<{ causes: DetailedCauses | null }> {
  const diff = await findDiff(database, project.id, diffId);
  if (!diff) throw notFound('Diff');
  const found = await findDetailedCauses(database, diff.id, slot);
  if (found) {
    const { causes, boxes } = found;
    const none = { before: [], after: [] };
    return {
      causes: {
        ...causes,
        causes: causes.causes.map((cause, place) => ({ ...cause, boxes: boxes[place] ?? none })),
      },
    };
  }
  const [result] = await listResults(database, diffId, { slots: [slot] });
  if (result) return { causes: null };
  throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${slotText(slot)}" is not a snapshot of diff ${diffId}`);
}

/** Causes of one result that lists show. */
const mostListed = 5;

/**
 * Why results of a diff changed, as lists show it; null of those that did not, and where it is not known.
 * @param slots only these; all without
 */
export async function findResultCauses(
  { database }: Database,
  diffId: string,
  slots?: readonly Slot[],
): Promise<(slot: Slot) => ResultCauses | null> {
  const found = new Map(
    (slots?.length === 0 ? [] : await listCauses(database, diffId, slots)).map(({ causes, ...slot }) => [
      slotKey(slot),
      causes,
    ]),
  );
  return (slot) => {
    const causes = found.get(slotKey(slot)) ?? null;
    return causes && { ...causes, causes: causes.causes.slice(0, mostListed) };
  };
}
