import { z } from 'zod';
import { createBreather } from '../../turns/createBreather.js';
import { parseRequest } from '../validation/parseRequest.js';

/** Entries of a list that are validated in one go. */
const pieceLength = 250;

interface LongList {
  entries: unknown[];
  /** Validates a piece of it. */
  piece: z.ZodArray;
  /** Validates its length alone. */
  outline: z.ZodArray;
}

/**
 * Validates a body like `parseRequest`, but its long lists piece by piece, so that other requests are answered
 * meanwhile. Of a list with invalid entries, only the first piece that has any is described.
 * @throws ServiceError VALIDATION_ERROR
 */
export async function parseInTurns<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Promise<z.output<Schema>> {
  const part = 'The body';
  const lists = schema instanceof z.ZodObject ? longListsOf(schema, body) : {};
  if (!(schema instanceof z.ZodObject) || Object.keys(lists).length === 0)
    return parseRequest(schema, body, { part });
  const outlines = Object.entries(lists).map(([key, { outline }]) => [key, outline]);
  const parsed = parseRequest(schema.extend(Object.fromEntries(outlines)), body, { part });
  const breathe = createBreather();
  for (const [key, { entries, piece }] of Object.entries(lists)) {
    const valid: unknown[] = [];
    for (let start = 0; start < entries.length; start += pieceLength) {
      const at = ([index, ...rest]: PropertyKey[]) => [key, start + Number(index), ...rest];
      const some = parseRequest(piece, entries.slice(start, start + pieceLength), { part, at });
      for (const entry of some) valid.push(entry);
      await breathe();
    }
    parsed[key] = valid;
  }
  return parsed as z.output<Schema>;
}

function longListsOf(schema: z.ZodObject, body: unknown): Record<string, LongList> {
  if (typeof body !== 'object' || body === null) return {};
  const found = Object.entries(schema.shape).flatMap(([key, field]): [string, LongList][] => {
    const list = listIn(field);
    const entries = (body as Record<string, unknown>)[key];
    if (!list || !Array.isArray(entries) || entries.length <= pieceLength) return [];
    const outline = list.clone({ ...list.def, element: z.unknown() });
    return [[key, { entries, outline, piece: z.array(list.element) }]];
  });
  return Object.fromEntries(found);
}

function listIn(field: unknown): z.ZodArray | null {
  if (field instanceof z.ZodArray) return field as z.ZodArray;
  return field instanceof z.ZodOptional ? listIn(field.unwrap()) : null;
}
