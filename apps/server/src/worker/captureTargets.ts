import { createHash } from 'node:crypto';
import type { IgnoredRegion } from '@svc/schema';
import type { Fleet } from '../domain/captures/Fleet.js';
import type { Image } from '../domain/results/planSlots.js';
import { ServiceError } from '../domain/ServiceError.js';
import { slotOf } from '../domain/slot.js';
import { beginCapture } from '../service/captures/beginCapture.js';
import { recordOutcome } from '../service/captures/recordOutcome.js';
import { looksSame } from '../service/images/looksSame.js';
import type { Resources } from '../service/Resources.js';

/** Captures what is outstanding of a fleet capture; after a crash that is what had not been captured yet. */
export async function captureTargets(
  resources: Resources,
  fleet: Fleet,
  captureId: string,
  signal: AbortSignal,
): Promise<void> {
  const begun = await beginCapture(resources, captureId);
  if (!begun) return;
  const { projectId, targets } = begun;
  await resources.disks.requireRoom();
  const cancelled = new AbortController();
  const capturing = fleet.capture(
    targets.map(({ target }) => target),
    {
      project: projectId,
      signal: AbortSignal.any([signal, cancelled.signal]),
      expectation(index) {
        const expected = targets[index]?.expected;
        return expected ? (png, ignored) => isImage(resources, png, expected, ignored) : null;
      },
      async onOutcome(index, outcome) {
        const target = targets[index];
        if (!target) throw new Error(`the fleet answered for target ${index} of ${targets.length}`);
        // A browser without room fails in many ways. None of them says anything about the page.
        if (!outcome.ok) await resources.disks.requireRoom();
        await recordOutcome(resources, { id: captureId, projectId }, slotOf(target), outcome).catch(
          (error) => {
            if (isEnded(error)) cancelled.abort(error);
            throw error;
          },
        );
      },
    },
  );
  await capturing.catch((error: unknown) => {
    if (!cancelled.signal.aborted) throw error;
  });
}

/** Somebody ended the capture while it was under way (R50). */
const isEnded = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'CAPTURE_COMPLETED';

/**
 * Equal bytes are told without a decode; another encoder's file of the same pixels is the same image too (R2), and so is one
 * that differs only in what is ignored of it (R49).
 */
async function isImage(
  { inspect, compare, blobs }: Resources,
  png: Buffer,
  image: Image,
  ignored: readonly IgnoredRegion[],
): Promise<boolean> {
  if (createHash('sha256').update(png).digest('hex') === image.hash) return true;
  if ((await inspect(png)).pixelHash === image.pixels) return true;
  if (ignored.length === 0) return false;
  // An image that retention has removed is not known any more.
  const before = await blobs.get(image.hash).catch(() => null);
  return before !== null && looksSame(compare, before, png, ignored);
}
