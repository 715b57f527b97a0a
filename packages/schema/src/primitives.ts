import { z } from 'zod';
import { jsonProblem } from './words/jsonProblem.js';
import { controlCharacter, longestName, manyMarks } from './words/nameLimits.js';
import { unstorable } from './words/storable.js';

/** Every text of a request is bounded and can be stored as it is. */
export const text = (longest: number, shortest = 0) =>
  (shortest > 0 ? z.string().min(shortest) : z.string())
    .max(longest)
    .refine(
      (given) => given.length > longest || !unstorable.test(given),
      'must not contain NUL or half of a surrogate pair',
    );

/** A human-given name (R1): NFC-normalised, 1 to 512 characters, no control characters. */
export const name = text(4 * longestName)
  .refine((given) => !manyMarks.test(given), 'must not have more than 30 combining marks in a row')
  .transform((given) => given.normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .max(longestName, 'must be at most 512 characters')
      .refine((given) => !controlCharacter.test(given), 'must not contain control characters'),
  );

/** Why something was decided, as plain text with line breaks. */
export const note = text(2_000)
  .transform((given) => given.replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().min(1, 'must not be empty'));

/** A branch or any other ref, without `refs/heads/`. */
export const ref = name;

export const commit = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.+-]+$/, 'must be a commit id');

/** Size of the browser's viewport in CSS pixels. */
export const viewport = z.object({
  width: z.number().int().min(1).max(10_000),
  height: z.number().int().min(1).max(10_000),
});
export type Viewport = z.infer<typeof viewport>;

/** The text form of a viewport, `1280x720`; empty for none. Part of a slot's identity (R1). */
export const viewportKey = (size: Viewport | null | undefined): string =>
  size ? `${size.width}x${size.height}` : '';

/** The inverse of {@link viewportKey}; null for the empty text and for anything that is not a viewport. */
export function parseViewportKey(key: string): Viewport | null {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(key);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}

/** A runner's project or browser that took the snapshot. Part of a slot's identity; none is its own value (R1). */
export const browser = name;

/** Pixel difference threshold: how far a color may move, 0 (not at all) to 1 (anything). */
export const threshold = z.number().min(0).max(1);

const pixels = z.number().min(-1_000_000).max(1_000_000);

/** A box that comparisons ignore, in pixels from the top left corner of the image (R49). */
export const ignoredRegion = z.object({ x: pixels, y: pixels, width: pixels, height: pixels });
export type IgnoredRegion = z.infer<typeof ignoredRegion>;

/** A box that a comparison ignored. */
export const ignoredBox = ignoredRegion.extend({
  /** The ignore area that it is of; absent where the capture or the upload named it. */
  area: z.object({ id: z.string(), label: z.string() }).optional(),
});
export type IgnoredBox = z.infer<typeof ignoredBox>;

/** As many as a snapshot may have. */
export const ignoredRegions = z.array(ignoredRegion).max(1_000);

/** SHA-256 in lower-case hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');

/** ISO 8601, UTC. */
export const timestamp = z.string();

/** A list in a query. */
export const commaSeparated = text(110_000).transform((list) => list.split(',').filter(Boolean));

/** Free-form JSON that is kept with something, and not looked into. */
export const metadata = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const message = jsonProblem(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** Prefixes of the ids (R3). */
export const idPrefixes = {
  project: 'prj',
  key: 'key',
  user: 'usr',
  capture: 'cap',
  diff: 'dif',
  session: 'ses',
  site: 'sit',
  check: 'chk',
  token: 'tok',
  invitation: 'inv',
  thread: 'thr',
  comment: 'cmt',
  ignoreArea: 'iga',
  reviewRequest: 'rvr',
  chatRule: 'cht',
  mail: 'eml',
} as const;
export type IdKind = keyof typeof idPrefixes;

export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/, 'is not an id');

export const byId = z.object({ id });

/** A body or an answer without fields. */
export const nothing = z.object({});

/** A file as it is. */
export const bytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ type: 'string', format: 'binary' });

/** `org/project`, as in `SVC_PROJECT`. */
export const projectSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,63}$/, 'must look like org/project');

export const paging = z.object({
  limit: z.coerce.number<number>().int().min(1).max(500).default(50),
  cursor: text(6_000).optional(),
});

/** How much of something with a long list to read: without its lists, or a page at a time. All of it unless given. */
export const partQuery = z.object({
  fields: z.literal('summary').optional(),
  /** Entries of a page. */
  limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
  cursor: text(6_000).optional(),
});
export type PartQuery = z.infer<typeof partQuery>;

/** Null on the last page. */
export const nextCursor = z.string().nullable();

/** The images that a comparison makes. */
export const comparisonImage = z.enum(['mask', 'aligned-mask', 'thumbnail']);
export type ComparisonImage = z.infer<typeof comparisonImage>;
