import { z } from 'zod';
import { browser, id, name, nextCursor, paging, text, timestamp, viewport } from '../primitives.js';

/** Longest side of an image, with room to spare. */
const pixel = z.number().int().min(0).max(1_000_000);

/** A box of an image, in its pixels from the top left corner. */
const areaBox = z.object({ x: pixel, y: pixel, width: pixel.min(1), height: pixel.min(1) });

/**
 * An element, found in layout records by a selector: tags, `#id`, `.class` and `[data-testid="…"]`, with spaces between
 * ancestors and descendants.
 */
const elementSelector = text(1_000, 1);

const label = text(200)
  .transform((given) => given.trim())
  .pipe(z.string().min(1, 'must not be empty'));

/** ISO 8601 with a time zone; null for never. */
const expiry = z.iso.datetime({ offset: true }).max(40);

/** Which snapshots of a suite an ignore area is of: one with its viewport and browser, all of a name, or all of the suite. */
export const ignoreScope = z.enum(['snapshot', 'name', 'suite']);
export type IgnoreScope = z.infer<typeof ignoreScope>;

/** Either `box` or `element`. */
const place = { box: areaBox.nullish(), element: elementSelector.nullish() };

export const addIgnoreAreaBody = z
  .object({
    suite: name,
    scope: ignoreScope,
    /** Of the snapshot; absent for the whole suite. */
    name: name.nullish(),
    /** Only with the scope `snapshot`; absent for the snapshot that has none. */
    viewport: viewport.nullish(),
    browser: browser.nullish(),
    ...place,
    /** What it is called on the picture. */
    label,
    expiresAt: expiry.nullish(),
  })
  .superRefine(({ scope, name: named, viewport: size, browser: shown, box, element }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!box === !element) refuse('box', 'give either a box or an element');
    if (scope === 'suite' && named) refuse('name', 'an area of the whole suite has no snapshot name');
    if (scope !== 'suite' && !named)
      refuse('name', `an area with the scope "${scope}" needs a snapshot name`);
    if (scope !== 'snapshot' && (size || shown))
      refuse('viewport', 'only an area with the scope "snapshot" has a viewport or a browser');
  });
export type AddIgnoreAreaBody = z.infer<typeof addIgnoreAreaBody>;

/** What is absent stays as it is. */
export const changeIgnoreAreaBody = z
  .object({ ...place, label: label.optional(), expiresAt: expiry.nullish() })
  .refine(({ box, element }) => !(box && element), 'give either a box or an element');
export type ChangeIgnoreAreaBody = z.infer<typeof changeIgnoreAreaBody>;

/** What later comparisons ignore on both images (R56). */
export const ignoreArea = z.object({
  id,
  suite: z.string(),
  scope: ignoreScope,
  /** Of the snapshot; null for the whole suite. */
  name: z.string().nullable(),
  /** Null unless the scope is `snapshot`, and for the snapshot that has none. */
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  /** In pixels of the image, from its top left corner; null where it is an element. */
  box: areaBox.nullable(),
  /** A selector of elements in layout records; null where it is a box. */
  element: z.string().nullable(),
  label: z.string(),
  /** `user:Ada` or `key:ci`. */
  author: z.string(),
  createdAt: timestamp,
  /** Null for never. */
  expiresAt: timestamp.nullable(),
  /** Whether comparisons no longer apply it. */
  isExpired: z.boolean(),
});
export type IgnoreArea = z.infer<typeof ignoreArea>;

export const listIgnoreAreasQuery = paging.extend({
  /** Only those of this suite. */
  suite: name.optional(),
});
export const ignoreAreaList = z.object({ areas: z.array(ignoreArea), nextCursor });
