import { z } from 'zod';

/**
 * What became of a region. `added`: its changed pixels were the background before; `removed`: they are the background now;
 * `moved`: its pixels were, or now are, at another place; `recolored`: the same edges between other colors; `text`: thin
 * strokes before and after, on one color; `changed`: anything else.
 */
export const regionKind = z.enum(['added', 'removed', 'recolored', 'moved', 'text', 'changed']);
export type RegionKind = z.infer<typeof regionKind>;

/**
 * How much of a change a region is. `low`: under 0.01 % of the image, or brightness differs by less than 16 of 255 on average;
 * `high`: at least 1 % of the image, and not of low contrast; `medium`: the rest.
 */
export const severity = z.enum(['low', 'medium', 'high']);
export type Severity = z.infer<typeof severity>;

/** Pixels, from the top left corner. */
export const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/**
 * A box of changed pixels, in pixels from the top left corner of the current image, or of the canvas that holds both images
 * where no rows or columns shifted. Of rows or columns that were removed, it is one pixel thin, where they would be.
 */
export const region = box.extend({
  /** Counted pixels in it. */
  diffPixels: z.number(),
  /** What became of it; null where a service before 0.15 compared. */
  kind: regionKind.nullable(),
  /** How much of a change it is, by its area and its contrast; null where a service before 0.15 compared. */
  severity: severity.nullable(),
  /** The same box in pixels of the baseline; null where that has nothing of it, and where a service before 0.15 compared. */
  base: box.nullable(),
});
export type Region = z.infer<typeof region>;

/** A band of rows, as wide as the page, that came, went or moved. */
export const rowChange = z.object({
  kind: z.enum(['inserted', 'removed', 'moved']),
  /** Its first row in the current image; of a removed band, where it would be. */
  y: z.number(),
  /** Its first row in the baseline; of an inserted band, where it would be. */
  baseY: z.number(),
  /** Rows. */
  height: z.number(),
});
export type RowChange = z.infer<typeof rowChange>;

/** A band of columns, as high as the page, that came, went or moved. */
export const columnChange = z.object({
  kind: z.enum(['inserted', 'removed', 'moved']),
  /** Its first column in the current image; of a removed band, where it would be. */
  x: z.number(),
  /** Its first column in the baseline; of an inserted band, where it would be. */
  baseX: z.number(),
  /** Columns. */
  width: z.number(),
});
export type ColumnChange = z.infer<typeof columnChange>;

/** A block whose pixels are the same at another place. */
export const blockMove = z.object({
  /** In the baseline. */
  from: box,
  /** In the current image, of the same size. */
  to: box,
});
export type BlockMove = z.infer<typeof blockMove>;
