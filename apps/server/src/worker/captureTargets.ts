import type { CaptureOutcome, Fleet } from '../domain/fleet.js';
import { ServiceError } from '../domain/ServiceError.js';
import type { Resources } from '../service/Resources.js';
import { recordSnapshot } from '../service/recordSnapshot.js';
import { storeImage } from '../service/storeImage.js';
import { findCaptureById, listPendingTargets, moveCapture, type SlotOutcome } from '../store/captures.js';

/** Captures what is outstanding of a fleet capture; after a crash that is what had not been captured yet. */
export async function captureTargets(
  resources: Resources,
  fleet: Fleet,
  captureId: string,
  signal: AbortSignal,
): Promise<void> {
  const capture = await findCaptureById(resources.database, captureId);
  if (!capture || capture.status === 'completed' || capture.status === 'failed') return;
  await moveCapture(resources.database, captureId, ['pending'], 'capturing');
  const pending = await listPendingTargets(resources.database, captureId);
  await fleet.capture(
    pending.map(({ target }) => target),
    {
      signal,
      async onOutcome(index, outcome) {
        const slot = pending[index];
        if (!slot) throw new Error(`the fleet answered for target ${index} of ${pending.length}`);
        const stored = await storeOutcome(resources, capture.project_id, outcome);
        await recordSnapshot(resources, captureId, { name: slot.name, viewport: slot.viewport }, stored);
      },
    },
  );
}

async function storeOutcome(
  resources: Resources,
  projectId: string,
  outcome: CaptureOutcome,
): Promise<SlotOutcome> {
  if (!outcome.ok) return { error: outcome.message };
  try {
    const { hash } = await storeImage(resources, projectId, outcome.png);
    return { hash, unstable: outcome.unstable, timings: { ...outcome.timings } };
  } catch (error) {
    // A page too large for a picture fails its own snapshot; a full disk is tried again with the whole job.
    if (error instanceof ServiceError) return { error: error.message };
    throw error;
  }
}
