import type { CaptureOutcome } from '../../domain/captures/Fleet.js';
import { fitRegions } from '../../domain/results/ignoredRegions.js';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Slot } from '../../domain/slot.js';
import type { SlotOutcome } from '../../store/captures/captures.js';
import { storeAccessibility } from '../images/storeAccessibility.js';
import { storeImage } from '../images/storeImage.js';
import { storeLayout } from '../images/storeLayout.js';
import type { Resources } from '../Resources.js';
import { recordSnapshot } from './recordSnapshot.js';

/** Keeps what the fleet made of one slot of a capture: its image, or why there is none. */
export async function recordOutcome(
  resources: Resources,
  capture: { id: string; projectId: string },
  slot: Slot,
  outcome: CaptureOutcome,
): Promise<void> {
  await recordSnapshot(resources, capture.id, slot, await storeOutcome(resources, capture, slot, outcome));
}

async function storeOutcome(
  resources: Resources,
  capture: { id: string; projectId: string },
  slot: Slot,
  outcome: CaptureOutcome,
): Promise<SlotOutcome> {
  if (!outcome.ok) return { error: outcome.message, console: outcome.console ?? [] };
  const { projectId } = capture;
  const began = performance.now();
  try {
    const { hash, width, height } = await storeImage(resources, projectId, outcome.png);
    if (outcome.layout !== undefined) {
      await storeLayout(resources, projectId, { ...slot, imageHash: hash }, outcome.layout);
    }
    if (outcome.accessibility) {
      const image = { projectId, captureId: capture.id, imageHash: hash };
      await storeAccessibility(resources, image, slot, outcome.accessibility);
    }
    const {
      unstable,
      isDependent,
      doubt,
      timings,
      renderer,
      notes = [],
      ignored = [],
      incomplete = [],
    } = outcome;
    return {
      hash,
      unstable,
      ...(doubt && {
        doubt: {
          cause: doubt.cause,
          otherHash: doubt.other ? (await storeImage(resources, projectId, doubt.other)).hash : null,
        },
      }),
      ...(isDependent && { isDependent }),
      timings: { ...timings, store: performance.now() - began },
      renderer,
      ignored: fitRegions(ignored, { width, height }),
      ...(notes.length > 0 && { console: notes }),
      ...(incomplete.length > 0 && { incomplete }),
    };
  } catch (error) {
    // A page too large for an image fails its own snapshot; a full disk is tried again with the whole job.
    if (error instanceof ServiceError) return { error: error.message };
    throw error;
  }
}
