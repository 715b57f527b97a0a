import { z } from 'zod';
import { missingPart } from './capture.js';
import { timestamp, viewport } from './primitives.js';

/** How one snapshot was captured. */
export const snapshotDetails = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  status: z.enum(['pending', 'captured', 'failed']),
  /**
   * Milliseconds of each part, in any order: `load`, `delay`, `settle`, `pose`, `shot`, `compare`, `store`. Null for what the
   * fleet did not capture; a part that did not happen may be missing.
   */
  timings: z.record(z.string(), z.number()).nullable(),
  /** As it was asked for; null for an uploaded image. */
  target: z.record(z.string(), z.unknown()).nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  renderer: z.string().nullable(),
  unstable: z.boolean(),
  /** What the page could not load, so that the image lacks it. */
  incomplete: z.array(missingPart),
  /** How often it looked different for no reason, in all captures of the suite. */
  flakeCount: z.number(),
  /** The capture that the image was carried from (R23); null where it is of this one. */
  carriedFrom: z.string().nullable(),
  /** The capture whose image it took over without a browser; null where it was captured. */
  provenFrom: z.string().nullable().optional(),
  /** The test that took it, as the client named it (R47). */
  testId: z.string().nullable(),
  /** Images that later attempts of its test replaced, the oldest first. */
  earlierAttempts: z.array(z.object({ attempt: z.number(), imageUrl: z.string(), uploadedAt: timestamp })),
  /** Why it could not be captured. */
  error: z.string().nullable(),
  /** Of a failed one the first errors and warnings of its page, of any other what the fleet did for it (dialogs). */
  console: z.array(z.string()),
});
export type SnapshotDetails = z.infer<typeof snapshotDetails>;

/** Every snapshot of a capture, in its order. */
export const captureDetails = z.object({ snapshots: z.array(snapshotDetails) });
