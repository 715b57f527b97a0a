import type { ApprovalStatus } from '@svc/schema';
import { isReviewable } from '../domain/judgeResult.js';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import type { Database } from '../store/database.js';
import { insertDecisions } from '../store/decisions.js';
import {
  type DiffRow,
  listResults,
  lockDiff,
  type ResultWithImages,
  setResultDecisions,
} from '../store/diffs.js';
import type { Rememberable } from './applyMemory.js';
import type { Caller } from './Resources.js';

/** What a decision is about: the held diff and its reviewable results, all or the named ones. */
export interface Decidable {
  diff: DiffRow;
  results: ResultWithImages[];
}

/**
 * Holds a completed diff and picks the results that a decision names; a name covers all its viewports (R13).
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SNAPSHOT_NOT_IN_DIFF
 */
export async function holdDecidable(
  transaction: Database,
  caller: Caller,
  diffId: string,
  names: readonly string[] | undefined,
): Promise<Decidable> {
  const diff = await lockDiff(transaction, caller.project.id, diffId);
  if (!diff) throw notFound('Diff');
  if (diff.status !== 'completed') {
    throw new ServiceError('DIFF_NOT_READY', `Diff ${diffId} is ${diff.status}; decide when it is completed`);
  }
  const all = await listResults(transaction, diffId);
  const present = new Set(all.map((result) => result.name));
  const unknown = names?.find((name) => !present.has(name));
  if (unknown !== undefined)
    throw new ServiceError('SNAPSHOT_NOT_IN_DIFF', `"${unknown}" is not a snapshot of diff ${diffId}`);
  const wanted = names && new Set(names);
  return {
    diff,
    results: all.filter((result) => isReviewable(result.status) && (!wanted || wanted.has(result.name))),
  };
}

/** Shows a decision on results; a decision of this diff's own says again where the base came from (R9). */
export const setDecisions = (
  transaction: Database,
  diff: DiffRow,
  results: readonly ResultWithImages[],
  approvalStatus: ApprovalStatus,
  decidedBy: string | null,
): Promise<void> =>
  setResultDecisions(
    transaction,
    diff.id,
    results.map(({ name, viewport, base_origin: baselineSource }) => ({
      name,
      viewport,
      approvalStatus,
      baselineSource,
      decidedBy,
    })),
  );

/** Writes decisions down for approval memory and for a later re-diff. */
export async function noteDecisions(
  transaction: Database,
  diff: DiffRow,
  results: readonly Rememberable[],
  kind: 'approved' | 'rejected' | 'withdrawn',
  actor: string,
): Promise<void> {
  await insertDecisions(
    transaction,
    results.map((result) => ({
      project_id: diff.project_id,
      suite_id: diff.suite_id,
      diff_id: diff.id,
      name: result.name,
      viewport: result.viewport,
      base_pixels: result.base_pixels,
      head_pixels: result.head_pixels,
      threshold: result.threshold,
      anti_aliasing: diff.anti_aliasing,
      kind,
      branch: diff.branch,
      persistent: !diff.ephemeral && diff.namespace === '',
      actor,
      revoked_at: null,
    })),
  );
}
