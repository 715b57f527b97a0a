import { z } from 'zod';
import { flakeKind } from '../enums.js';
import { hash, id, name, nextCursor, paging, timestamp, viewport } from '../primitives.js';

/**
 * Why a snapshot looks different for no reason, as far as its captures show it. `animation`: the page goes on moving. `lateFont`,
 * `network`: one of the images lacks a font, or something else that is loaded, or the page shows what servers answer. `clock`,
 * `random`: a time, or another value, is not the same. `rendering`: layout and styles are the same. `renderer`: two browsers or
 * machines took the images. `order`: the story looks different after others. `unknown`: nothing of that.
 */
export const flakeReason = z.enum([
  'animation',
  'lateFont',
  'network',
  'clock',
  'random',
  'rendering',
  'renderer',
  'order',
  'unknown',
]);
export type FlakeReason = z.infer<typeof flakeReason>;

export const listFlakyQuery = paging
  .extend({
    /** Only those of this suite. */
    suite: name.optional(),
    /** Only those of this name in the suite, with all viewports and browsers. */
    name: name.optional(),
  })
  .refine((query) => query.name === undefined || query.suite !== undefined, {
    path: ['suite'],
    message: 'is needed with a name',
  });

const image = z.object({ hash, imageUrl: z.string(), width: z.number(), height: z.number() });

/** A snapshot that looks different for no reason, with the newest time it did (R62). */
export const flakySnapshot = z.object({
  suite: z.string(),
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  /** Each capture in which it did counts 1, and half as much for every 14 days since. */
  score: z.number(),
  /** Captures in which it did, ever, by what showed it. */
  counts: z.object({
    unstable: z.number(),
    recaptured: z.number(),
    retried: z.number(),
    flipped: z.number(),
  }),
  lastAt: timestamp,
  /** What showed it the last time, and why it happened then. */
  kind: flakeKind,
  reason: flakeReason,
  /** What tells the reason: an address, or the two texts; null where nothing more is known. */
  detail: z.string().nullable(),
  captureId: id,
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** The newest diff of that capture; null without one. */
  diffId: id.nullable(),
  /** The capture of `other`, where that is another one. */
  otherCaptureId: id.nullable(),
  /** The two images; null where there is only one, or the bytes are kept no longer. */
  image: image.nullable(),
  other: image.nullable(),
});
export type FlakySnapshot = z.infer<typeof flakySnapshot>;

/** Highest score first. */
export const flakyList = z.object({ snapshots: z.array(flakySnapshot), nextCursor });
