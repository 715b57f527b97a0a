import { randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@svc/schema';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
let lastMilliseconds = 0;
let counter = 0;

/**
 * A new id such as `cap_01jd3…`: a UUIDv7 (48 bits of milliseconds, 12 bits that count within the millisecond,
 * 62 random bits) in 26 lower-case base-32 digits, so that ids sort by their time of creation (R3) and fit a host name.
 */
export const newId = (kind: IdKind, now?: number): string => idOf(kind, newStem(now));

/** How the ids of this moment and later ones compare: behind its prefix, an id of a moment before is smaller. */
export function startOfStems(moment: Date): string {
  let text = '';
  const milliseconds = BigInt(moment.getTime());
  for (let shift = 45n; shift >= 0n; shift -= 5n) text += alphabet[Number((milliseconds >> shift) & 31n)];
  return text;
}

/** The id of this kind with this end. */
export const idOf = (kind: IdKind, stem: string): string => `${idPrefixes[kind]}_${stem}`;

/** What a new id has behind its prefix. */
export function newStem(now: number = Date.now()): string {
  if (now > lastMilliseconds) {
    lastMilliseconds = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMilliseconds += 1;
    counter = 0;
  }
  const bytes = randomFillSync(new Uint8Array(8));
  const random = new DataView(bytes.buffer).getBigUint64(0) & ((1n << 62n) - 1n);
  const value =
    (BigInt(lastMilliseconds) << 80n) | (0x7n << 76n) | (BigInt(counter) << 64n) | (0x2n << 62n) | random;
  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += alphabet[Number((value >> shift) & 31n)];
  return text;
}
