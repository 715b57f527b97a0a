import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ServiceError } from '../../domain/ServiceError.js';
import { concatInTurns } from '../../turns/concatInTurns.js';
import { createBreather } from '../../turns/createBreather.js';
import { readChunks } from './readChunks.js';
import { JsonScanner, type ListPlace, notJson, refuse } from './scanJson.js';

/** Bytes up to which a body is parsed as a whole, which takes a few milliseconds. */
const wholeBytes = 256 * 1024;

/** Bytes of large bodies that are held at the same time, for all requests together. */
const mostHeld = 256 * 1024 * 1024;
let held = 0;

/** Parses the text of JSON; throws on a syntax error. */
type Parse = (text: string) => unknown;

export interface JsonBody {
  value: unknown;
  /** Of the bytes of a large body, which tells it from others; null for a small one. */
  digest: string | null;
}

/**
 * Reads a JSON body. A large one is parsed piece by piece, so that other requests are answered meanwhile.
 * @param limit bytes
 * @throws ServiceError VALIDATION_ERROR, or RATE_LIMITED while too many large bodies are on their way
 */
export async function readJson(payload: Readable, limit: number, parse: Parse): Promise<JsonBody> {
  const room = createRoom();
  try {
    const scanner = new JsonScanner();
    const digest = createHash('sha256');
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(payload, { most: limit, refusal: () => tooLarge(limit) })) {
      room.take(chunk.length);
      scanner.push(chunk);
      digest.update(chunk);
      chunks.push(chunk);
    }
    const bytes = await concatInTurns(chunks);
    // Clients may send a POST without a body as JSON.
    if (bytes.length === 0) return { value: {}, digest: null };
    if (bytes.length <= wholeBytes) return { value: parse(decode(bytes)), digest: null };
    return { value: await parseInPieces(bytes, scanner.lists, parse), digest: digest.digest('hex') };
  } finally {
    room.leave();
  }
}

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `The request body is larger than the limit of ${sizeText(limit)}`);

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;

/** Counts what a body takes of the room that all large bodies share. */
function createRoom() {
  let bytes = 0;
  let counted = 0;
  return {
    /** @throws ServiceError RATE_LIMITED */
    take(more: number): void {
      bytes += more;
      if (bytes <= wholeBytes) return;
      held += bytes - counted;
      counted = bytes;
      if (held > mostHeld) throw new ServiceError('RATE_LIMITED', 'Too many requests');
    },
    leave(): void {
      held -= counted;
    },
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The body is not UTF-8');
  }
}

/**
 * Parses an object whose long lists were found before: the object without them, then each piece of each list.
 * @throws ServiceError VALIDATION_ERROR where the object or an entry of a list is itself too large
 */
async function parseInPieces(bytes: Buffer, lists: readonly ListPlace[], parse: Parse): Promise<unknown> {
  const body = parseOutline(bytes, lists, parse);
  const breathe = createBreather();
  for (const [key, placeholder] of Object.entries(body)) {
    if (!Array.isArray(placeholder)) continue;
    const place = lists[placeholder[0]] as ListPlace;
    const entries: unknown[] = [];
    const ends = [...place.cuts, place.end];
    let start = place.start;
    for (const end of ends) {
      const piece = parsePiece(bytes.subarray(start, end), parse);
      // Nothing between two commas, which the brackets around the piece would hide.
      if (piece.length === 0 && ends.length > 1) refuse(notJson);
      for (const entry of piece) entries.push(entry);
      start = end + 1;
      await breathe();
    }
    body[key] = entries;
  }
  return body;
}

/** The body with the number of its place instead of each list. */
function parseOutline(bytes: Buffer, lists: readonly ListPlace[], parse: Parse): Record<string, unknown> {
  const parts: Buffer[] = [];
  let start = 0;
  for (const [number, list] of lists.entries()) {
    parts.push(bytes.subarray(start, list.start), Buffer.from(String(number)));
    start = list.end;
  }
  parts.push(bytes.subarray(start));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > wholeBytes) refuse('What the body has beside the entries of its lists is too large');
  const body = parse(decode(Buffer.concat(parts)));
  // Lists were found in an object only, so that anything else is as large as its outline.
  return body as Record<string, unknown>;
}

function parsePiece(bytes: Buffer, parse: Parse): unknown[] {
  if (bytes.length > 2 * wholeBytes) refuse('An entry of a list in the body is too large');
  return parse(`[${decode(bytes)}]`) as unknown[];
}
