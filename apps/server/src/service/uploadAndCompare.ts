import { type SnapshotDiffResult, type SnapshotFields, viewportKey } from '@svc/schema';
import { isReviewable } from '../domain/judgeResult.js';
import { ServiceError } from '../domain/ServiceError.js';
import { type Slot, slotKey } from '../domain/slot.js';
import type { DiffRow } from '../store/diffs.js';
import { newId } from '../store/newId.js';
import { findOpenSuite } from '../store/reviewSessions.js';
import { applyMemory } from './completeDiff.js';
import { completeSession } from './completeSession.js';
import { openSession } from './openSession.js';
import { type PlannedSlot, planSlot } from './planDiff.js';
import type { Caller, Resources } from './Resources.js';
import { recordSnapshot } from './recordSnapshot.js';
import { resultOf } from './resultOf.js';
import { type SnapshotContent, storeContent } from './uploadSnapshot.js';

/**
 * Takes a snapshot and compares it at once (R21), in the named session or in one of its own that ends with it.
 * @throws ServiceError VALIDATION_ERROR, SESSION_COMPLETED, IMAGE_INVALID, IMAGE_TOO_LARGE, IMAGE_NOT_FOUND
 */
export async function uploadAndCompare(
  resources: Resources,
  caller: Caller,
  fields: SnapshotFields,
  content: SnapshotContent,
): Promise<SnapshotDiffResult> {
  const sessionId = fields.sessionId ?? newId('session');
  const suite = required(fields, 'suite');
  const picture = await storeContent(resources, caller, content);
  const body = {
    suite,
    branch: required(fields, 'branch'),
    commit: required(fields, 'commit'),
    baselineRef: fields.baselineRef,
    autoApprove: fields.autoApprove ?? false,
    isLocal: fields.isLocal ?? false,
  };
  // Only the first upload of a suite has to take turns with others (R20).
  const opened =
    (await findOpenSuite(resources.database, caller.project.id, sessionId, suite)) ??
    (await openSession(resources, caller, sessionId, body));
  const slot: Slot = { name: fields.name, viewport: viewportKey(fields.viewport) };
  const outcome = { hash: picture.hash, unstable: false, timings: null };
  await recordSnapshot(resources, opened.capture_id, slot, outcome, {
    path: fields.path,
    metadata: fields.metadata,
  });
  const { diff, planned } = await planSlot(resources, opened.diff_id, slot);
  const result = await resultOf(resources, diff, planned, 0);
  const decision = await bornDecision(resources, diff, planned, result.status, fields.autoApprove ?? false);
  if (!fields.sessionId) await completeSession(resources, caller, sessionId, 0);
  return {
    name: slot.name,
    suite,
    status: result.status as SnapshotDiffResult['status'],
    diffPercentage: result.diff_percentage ?? null,
    diffId: diff.id,
    captureId: opened.capture_id,
    currentStorageKey: picture.hash,
    baselineStorageKey: result.base_hash ?? null,
    diffStorageKey: result.mask_hash ?? null,
    path: fields.path ?? null,
    ...decision,
  };
}

async function bornDecision(
  { database }: Resources,
  diff: DiffRow,
  planned: PlannedSlot,
  status: string,
  autoApprove: boolean,
): Promise<Pick<SnapshotDiffResult, 'approvalStatus' | 'baselineSource'>> {
  const origin = planned.source;
  if (!isReviewable(status as 'changed')) return { approvalStatus: 'approved', baselineSource: origin };
  const remembered = await applyMemory(database, diff, [
    {
      name: planned.name,
      viewport: planned.viewport,
      base_pixels: planned.base?.pixels ?? null,
      head_pixels: planned.head?.pixels ?? null,
      threshold: planned.threshold,
      base_origin: origin,
    },
  ]);
  const decision = remembered.get(slotKey(planned));
  if (decision) return { approvalStatus: decision.approvalStatus, baselineSource: decision.baselineSource };
  return { approvalStatus: autoApprove ? 'approved' : 'pending', baselineSource: origin };
}

function required(fields: SnapshotFields, name: 'suite' | 'branch' | 'commit'): string {
  const value = fields[name];
  if (value !== undefined) return value;
  const message =
    'is required for a snapshot that is compared at once (or send captureId to add it to a capture)';
  throw new ServiceError('VALIDATION_ERROR', `${name}: ${message}`, [{ path: name, message }]);
}
