import { z } from 'zod';
import { approvalStatus } from '../enums.js';
import { text, viewport } from '../primitives.js';

/** What was changed: a value, a text, an image, the elements of the page, a font, or only where something is. */
export const causeKind = z.enum([
  'customProperty',
  'style',
  'text',
  'attribute',
  'image',
  'inserted',
  'removed',
  'moved',
  'font',
  'position',
]);
export type CauseKind = z.infer<typeof causeKind>;

/** Why no cause explains a region: its pixels are in no layout record, or only the rendering differs. */
export const unexplainedKind = z.enum(['image', 'canvas', 'video', 'frame', 'rendering', 'notRecorded']);
export type UnexplainedKind = z.infer<typeof unexplainedKind>;

/** What was changed, whatever it explains. */
export const causeSummary = z.object({
  /** Equal for the same cause in other results. */
  signature: z.string(),
  kind: causeKind,
  /** `--color-primary`, `padding-left`, `src`, `width`; null where none is named. */
  property: z.string().nullable(),
  /** Cut off after 200 characters; opaque colors as `#rrggbb`. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The test id or class of the elements, without hashes of builds; null where they have none in common. */
  component: z.string().nullable(),
  /** One sentence without its full stop; what is between backticks is code. */
  text: z.string(),
});

export type CauseSummary = z.infer<typeof causeSummary>;

/** Something that was changed on a page, and explains why its image differs. */
export const cause = causeSummary.extend({
  /** The first element at which it changed, as `button.Button_root "Save"`. */
  element: z.string(),
  /** Elements at which it changed, without those that inherit it. */
  count: z.number(),
  /** What is elsewhere or of another size because of it, and how far most of that moved in CSS pixels. */
  effect: z.object({ moved: z.number(), dx: z.number(), dy: z.number(), resized: z.number() }).nullable(),
  /** Places of the result's regions that it explains, in part or whole. */
  regions: z.array(z.number()),
  /** Whether it alone explains every region of the result. */
  isWhole: z.boolean(),
});
export type Cause = z.infer<typeof cause>;

/** Why a result changed. */
export const resultCauses = z.object({
  /** The likeliest first, at most five. */
  causes: z.array(cause),
  /** How many there are. */
  total: z.number(),
  /** Regions that no cause explains, by their place. */
  unexplained: z.array(z.object({ region: z.number(), kind: unexplainedKind })),
  /** Whether causes explain every region. */
  isExplained: z.boolean(),
  /** Whether one of the layout records was cut off, so that there may be other causes. */
  isPartial: z.boolean(),
});
export type ResultCauses = z.infer<typeof resultCauses>;

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A cause with the boxes of its elements. */
export const detailedCause = cause.extend({
  /** Up to 20 elements in pixels of the baseline and of the current image. */
  boxes: z.object({ before: z.array(box), after: z.array(box) }),
});
export type DetailedCause = z.infer<typeof detailedCause>;

/** Up to 20 causes of one result; null where the page of one of its images was not recorded, or none changed. */
export const resultCausesAnswer = z.object({
  causes: resultCauses.extend({ causes: z.array(detailedCause) }).nullable(),
});
export type DetailedCauses = NonNullable<z.infer<typeof resultCausesAnswer>['causes']>;

/** A cause in all results of a diff. */
export const causeGroup = causeSummary.extend({
  /** Elements at which it changed, in all results. */
  elements: z.number(),
  /** Results that it is a cause of, by their place in `slots`. */
  results: z.array(z.number()),
  /** Those of them whose every region it explains alone. */
  explains: z.array(z.number()),
});
export type CauseGroup = z.infer<typeof causeGroup>;

/** Why the results of a diff changed, by cause. */
export const diffCauses = z.object({
  /** The changed results of which something is known. */
  slots: z.array(
    z.object({
      name: z.string(),
      viewport: viewport.nullable(),
      browser: z.string().nullable(),
      approvalStatus,
    }),
  ),
  /** Those of most results first, at most 200. */
  groups: z.array(causeGroup),
  /** How many there are. */
  total: z.number(),
  /** Results with regions that no cause explains, by their place in `slots`. */
  unexplained: z.array(z.number()),
  /** Changed results of which nothing is known, because the page of one of their images was not recorded. */
  unknown: z.number(),
});
export type DiffCauses = z.infer<typeof diffCauses>;

export const causeSignature = text(64, 1);
