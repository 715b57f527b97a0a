import { z } from 'zod';
import { browser, name, timestamp, viewport } from '../primitives.js';

const changedSlots = z.object({
  /** Names of snapshots, each meaning all its viewports and browsers. */
  snapshots: z.array(name).min(1).max(500).optional(),
  /** Single results, each without the other viewports and browsers of its name. */
  slots: z
    .array(z.object({ name, viewport: viewport.nullable(), browser: browser.nullish() }))
    .min(1)
    .max(500)
    .optional(),
});

const isNamed = ({ snapshots, slots }: z.output<typeof changedSlots>) =>
  snapshots !== undefined || slots !== undefined;
const unnamed = 'name what is ignored with snapshots or slots';

/** Which undecided changes of a diff are ignored, and for how long. */
export const ignoreChangesBody = changedSlots
  .extend({ days: z.number().int().min(1).max(30).default(7) })
  .refine(isNamed, unnamed);

/** Of which results of a diff the changes are no longer ignored. */
export const stopIgnoringBody = changedSlots.refine(isNamed, unnamed);

/** After the call. */
export const ignoreResult = z.object({
  /** How many of the named results are ignored. */
  ignored: z.number(),
  /** Null for none. */
  ignoredUntil: timestamp.nullable(),
});
export type IgnoreResult = z.infer<typeof ignoreResult>;
