import { id, name, type PartQuery, projectSlug } from '@svc/schema';
import { z } from 'zod';
import { ServiceError } from '../domain/ServiceError.js';
import type { Page } from '../domain/slotPage.js';

/** Entries of a page, where a client names no number. */
const usualPage = 500;

/** The places of lists. What a client hands back is checked like any other input: it may not be what it was given. */
export const places = {
  id,
  suite: name,
  project: projectSlug,
  /** Of an entry in a log or a list. */
  number: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** A moment to the microsecond, and an id. */
  moment: z.tuple([z.string().refine(isMoment), id]),
  /** A position, and the name, viewport and browser of a slot: positions alone may be the same. */
  position: z.tuple([
    z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    name,
    z.string().regex(/^(\d{1,5}x\d{1,5})?$/),
    z.union([z.literal(''), name]),
  ]),
  /** A score as it is kept, a suite, and the name, viewport and browser of a slot. */
  flaky: z.tuple([
    z.number(),
    z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    name,
    z.string().regex(/^(\d{1,5}x\d{1,5})?$/),
    z.union([z.literal(''), name]),
  ]),
  /** A branch, and the name, viewport and browser of a slot. */
  slot: z.tuple([name, name, z.string().regex(/^(\d{1,5}x\d{1,5})?$/), z.union([z.literal(''), name])]),
} as const;

/** Of this or the last millennium: JavaScript and PostgreSQL agree on these. */
function isMoment(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const date = new Date(text);
  // There is no 31st of February, though JavaScript reads it.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === text.slice(0, 19);
}

/** A place in a list, as the text that clients hand back. */
export const writeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * The place that a cursor stands for; null where a list is read from its start.
 * @throws ServiceError VALIDATION_ERROR when the cursor is not one that such a list gives out
 */
export function readCursor<Schema extends z.ZodType>(
  cursor: string | undefined,
  place: Schema,
): z.output<Schema> | null {
  if (cursor === undefined) return null;
  const parsed = place.safeParse(decode(cursor));
  // Every place has one text only.
  if (parsed.success && writeCursor(parsed.data) === cursor) return parsed.data;
  throw new ServiceError('VALIDATION_ERROR', 'cursor: is not a cursor of this list', [
    { path: 'cursor', message: 'is not a cursor of this list' },
  ]);
}

/** A page of a long list inside of something; null where all of it is read. */
export function readPage({ limit, cursor }: PartQuery): Page | null {
  if (limit === undefined && cursor === undefined) return null;
  return { after: readCursor(cursor, places.position), limit: limit ?? usualPage };
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** One page of a list that was read with one row more than the limit, and the cursor of the next page. */
export function paginate<Row>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => unknown,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null };
}
