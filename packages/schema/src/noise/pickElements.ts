import { z } from 'zod';
import { explanationQuery } from '../explanation.js';

const pixel = z.coerce.number().int().min(0).max(1_000_000);

/** A point of an image of a result: the current one, the baseline of what was removed. */
export const elementsQuery = explanationQuery.extend({
  /** In pixels of the image, from its top left corner. */
  x: pixel,
  y: pixel,
});

/** An element of a page, and how an ignore area finds it again. */
export const pickedElement = z.object({
  /** For `element` of an ignore area. */
  selector: z.string(),
  /** How many elements of this page the selector finds. */
  count: z.number(),
  /** In pixels of the image. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});
export type PickedElement = z.infer<typeof pickedElement>;

export const pickedElements = z.object({
  /** The innermost first. */
  elements: z.array(pickedElement),
  /** Whether the capture recorded how the page was laid out; without that, no element is known. */
  isRecorded: z.boolean(),
});
export type PickedElements = z.infer<typeof pickedElements>;
