import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** A human-given name (R1): NFC-normalised, 1 to 512 characters, no control characters. */
export const name = z
  .string()
  .transform((text) => text.normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .max(512, 'must be at most 512 characters')
      .refine((text) => !controlCharacter.test(text), 'must not contain control characters'),
  );

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

/** The inverse of {@link viewportKey}; null for the empty text and for anything that is no viewport. */
export function parseViewportKey(key: string): Viewport | null {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(key);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}

/** A runner's project or browser that took the snapshot. Part of a slot's identity; none is its own value (R1). */
export const browser = name;

/** Pixel difference threshold: how far a color may move, 0 (not at all) to 1 (anything). */
export const threshold = z.number().min(0).max(1);

/** SHA-256 in lower-case hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');

/** ISO 8601, UTC. */
export const timestamp = z.string();

/** A list in a query. */
export const commaSeparated = z.string().transform((text) => text.split(',').filter(Boolean));

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
  cursor: z.string().max(1024).optional(),
});

/** Null on the last page. */
export const nextCursor = z.string().nullable();
