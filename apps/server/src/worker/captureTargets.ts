import { createHash } from 'node:crypto';
import type { CaptureOutcome, Fleet } from '../domain/fleet.js';
import { ServiceError } from '../domain/ServiceError.js';
import { slotKey } from '../domain/slot.js';
import { expectPictures } from '../service/expectPictures.js';
import type { Picture } from '../service/findBases.js';
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
  const expected = await expectPictures(resources, capture);
  await fleet.capture(
    pending.map(({ target }) => target),
    {
      signal,
      expectation(index) {
        const slot = pending[index];
        const picture = slot && expected.get(slotKey(slot));
        return picture ? (png) => isPicture(resources, png, picture) : null;
      },
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

/** Equal bytes are told without a decode; another encoder's file of the same pixels is the same picture too (R2). */
async function isPicture({ inspect }: Resources, png: Buffer, picture: Picture): Promise<boolean> {
  if (createHash('sha256').update(png).digest('hex') === picture.hash) return true;
  return (await inspect(png)).pixelHash === picture.pixels;
}
