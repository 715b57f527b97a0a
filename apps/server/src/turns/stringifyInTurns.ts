import { createBreather } from './createBreather.js';

/** Entries of a list that are written in one go. */
const pieceLength = 250;

/**
 * What `JSON.stringify` writes, in UTF-8, its long lists piece by piece in turns with other work: those that are not in
 * another list. What has no JSON is null.
 */
export async function stringifyInTurns(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await write(value, createBreather(), (text) => pieces.push(Buffer.from(text)));
  return Buffer.concat(pieces);
}

async function write(
  value: unknown,
  breathe: () => Promise<void>,
  put: (text: string) => void,
): Promise<void> {
  if (Array.isArray(value)) {
    put('[');
    for (let start = 0; start < value.length; start += pieceLength) {
      const piece = JSON.stringify(value.slice(start, start + pieceLength));
      put((start > 0 ? ',' : '') + piece.slice(1, -1));
      await breathe();
    }
    put(']');
  } else if (isPlain(value)) {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue;
      put(`${before}${JSON.stringify(key)}:`);
      before = ',';
      await write(field, breathe, put);
    }
    put(before === '{' ? '{}' : '}');
  } else {
    put(JSON.stringify(value) ?? 'null');
  }
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
