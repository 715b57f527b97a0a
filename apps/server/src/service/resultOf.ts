import type { ResultStatus } from '@svc/schema';
import type { Insertable } from 'kysely';
import { isReviewable } from '../domain/judgeResult.js';
import type { DiffRow } from '../store/diffs.js';
import { insertImage } from '../store/images.js';
import type { Results } from '../store/tables.js';
import type { PlannedSlot } from './planDiff.js';
import type { Resources } from './Resources.js';

/** The result of a slot, decoding its pictures where that is needed to tell. */
export async function resultOf(
  resources: Resources,
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
): Promise<Insertable<Results>> {
  if (slot.verdict !== 'compare') return toRow(diff, slot, position, slot.verdict, null);
  if (!slot.base || !slot.head) throw new Error(`"${slot.name}" has only one side to compare`);
  const { blobs, compare } = resources;
  const [base, head] = await Promise.all([blobs.get(slot.base.hash), blobs.get(slot.head.hash)]);
  const comparison = await compare(base, head, {
    threshold: slot.threshold,
    antiAliasing: diff.anti_aliasing,
  });
  const { equal, diffPercentage, mask, width, height } = comparison;
  const maskHash =
    equal || !mask ? null : await storeMask(resources, diff.project_id, { mask, width, height });
  return toRow(diff, slot, position, equal ? 'unchanged' : 'changed', { diffPercentage, maskHash });
}

async function storeMask(
  { blobs, database }: Resources,
  projectId: string,
  { mask, width, height }: { mask: Uint8Array; width: number; height: number },
): Promise<string> {
  const { hash, size } = await blobs.put(mask);
  await insertImage(database, { project_id: projectId, hash, pixel_hash: null, width, height, bytes: size });
  return hash;
}

function toRow(
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
  status: ResultStatus,
  compared: { diffPercentage: number; maskHash: string | null } | null,
): Insertable<Results> {
  return {
    diff_id: diff.id,
    name: slot.name,
    viewport: slot.viewport,
    position,
    status,
    approval_status: isReviewable(status) ? 'pending' : 'approved',
    diff_percentage: compared ? compared.diffPercentage : status === 'unchanged' ? 0 : null,
    head_hash: slot.head?.hash ?? null,
    base_hash: slot.base?.hash ?? null,
    mask_hash: compared?.maskHash ?? null,
    baseline_source: slot.source,
    base_origin: slot.source,
    threshold: slot.threshold,
    path: slot.path && JSON.stringify(slot.path),
    decided_by: null,
    decided_at: null,
  };
}
