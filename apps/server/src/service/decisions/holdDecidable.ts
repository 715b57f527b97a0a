import { isReviewable } from '../../domain/results/judgeResult.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { type DecidableResult, type DiffRow, listDecidable, lockDiff } from '../../store/diffs/diffs.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';

/** Snapshots by name, each in all its viewports and browsers, or single results by slot. */
export type Wanted = readonly (string | Slot)[];

/** What a decision is about: the held diff and its reviewable results, all or the named ones. */
export interface Decidable {
  diff: DiffRow;
  results: DecidableResult[];
}

/**
 * Holds a completed diff and picks the results that a decision names; a name covers all its viewports and browsers (R13).
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF
 */
export async function holdDecidable(
  transaction: Database,
  access: ProjectAccess,
  diffId: string,
  wanted: Wanted | undefined,
): Promise<Decidable> {
  const diff = await lockDiff(transaction, access.project.id, diffId);
  if (!diff) throw notFound('Diff');
  if (diff.status !== 'completed') {
    throw new ServiceError('DIFF_NOT_READY', `Diff ${diffId} is ${diff.status}; decide when it is completed`);
  }
  const all = await listDecidable(transaction, diffId);
  const present = new Set(all.flatMap((result) => [result.name, slotKey(result)]));
  const unknown = wanted?.find((one) => !present.has(keyOf(one)));
  if (unknown !== undefined) {
    const named = typeof unknown === 'string' ? unknown : unknown.name;
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${named}" is not a snapshot of diff ${diffId}`);
  }
  const chosen = wanted && new Set(wanted.map(keyOf));
  return {
    diff,
    results: all.filter(
      (result) =>
        isReviewable(result.status) && (!chosen || chosen.has(result.name) || chosen.has(slotKey(result))),
    ),
  };
}

const keyOf = (one: string | Slot) => (typeof one === 'string' ? one : slotKey(one));
