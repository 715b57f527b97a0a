import { createBreather } from './createBreather.js';

/** Entries of a list that are written in one go at first. */
const firstEntries = 16;
/** At most, however short they are. */
const mostEntries = 1_000;

/**
 * Characters that are written in one go, about, and encoded in one go, at least, but for the last. V8 writes a text of 300,000 characters
 * three times as slowly as ten of 30,000.
 */
const partLength = 32 * 1_024;

/**
 * What `JSON.stringify` writes, in UTF-8, its long lists piece by piece in turns with other work: those that are not in
 * another list. What has no JSON is null.
 * @returns its bytes in parts: to join those of a large value holds others up
 */
export async function stringifyInTurns(value: unknown): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let text = '';
  await write(value, createBreather(), (more) => {
    text += more;
    if (text.length < partLength) return;
    parts.push(Buffer.from(text));
    text = '';
  });
  if (text !== '') parts.push(Buffer.from(text));
  return parts;
}

async function write(
  value: unknown,
  breathe: () => Promise<void>,
  put: (text: string) => void,
): Promise<void> {
  if (Array.isArray(value)) {
    put('[');
    let entries = firstEntries;
    for (let start = 0, end = 0; start < value.length; start = end) {
      end = Math.min(start + entries, value.length);
      const piece = JSON.stringify(value.slice(start, end));
      put((start > 0 ? ',' : '') + piece.slice(1, -1));
      await breathe();
      entries = Math.max(1, Math.min(mostEntries, Math.round(((end - start) * partLength) / piece.length)));
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
