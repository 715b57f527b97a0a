import { ServiceError } from '../domain/ServiceError.js';

/** A place in a list, as the text that clients hand back. */
export const writeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

const invalid = (): ServiceError =>
  new ServiceError('VALIDATION_ERROR', 'cursor: is not one that this list gave out', [
    { path: 'cursor', message: 'is not one that this list gave out' },
  ]);

/** @throws ServiceError VALIDATION_ERROR when the text is no cursor of a list whose places are texts */
export function readTextCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const place = read(cursor);
  if (typeof place !== 'string') throw invalid();
  return place;
}

/** @throws ServiceError VALIDATION_ERROR when the text is no cursor of a list whose places are numbers */
export function readNumberCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const place = read(cursor);
  if (typeof place !== 'number' || !Number.isSafeInteger(place)) throw invalid();
  return place;
}

/**
 * @throws ServiceError VALIDATION_ERROR when the text is no cursor of a list whose places are a moment, as PostgreSQL
 * writes it, and an id
 */
export function readPairCursor(cursor: string | undefined): readonly [string, string] | null {
  if (cursor === undefined) return null;
  const place = read(cursor);
  if (!Array.isArray(place)) throw invalid();
  const [at, id] = place;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof id !== 'string') throw invalid();
  return [at, id];
}

/** @throws ServiceError VALIDATION_ERROR when the text is not a cursor of a list whose places are four texts */
export function readQuadrupleCursor(
  cursor: string | undefined,
): readonly [string, string, string, string] | null {
  if (cursor === undefined) return null;
  const place = read(cursor);
  if (!isQuadruple(place)) throw invalid();
  return place;
}

const isQuadruple = (place: unknown): place is [string, string, string, string] =>
  Array.isArray(place) && place.length === 4 && place.every((part) => typeof part === 'string');

function read(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalid();
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
