import { base64Characters, hashLength } from './packedForms.js';

/*
 * Three hexadecimal digits are twelve bits, and so are two characters of base64url: both ways go by that unit, and through
 * tables of character codes, since a large review has tens of thousands of hashes.
 */

/** Of every browser and Node. This package is compiled without the types of either. */
declare const TextDecoder: new (encoding: string) => { decode: (bytes: Uint8Array) => string };

const hexLength = 64;
const hexDigits = '0123456789abcdef';

const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const valuesOf = (text: string) => {
  const values = new Uint8Array(128);
  codesOf(text).forEach((code, value) => {
    values[code] = value;
  });
  return values;
};
const hexCodes = codesOf(hexDigits);
const hexValues = valuesOf(hexDigits);
const base64Codes = codesOf(base64Characters);
const base64Values = valuesOf(base64Characters);

/** Hashes of 64 hexadecimal digits as 43 characters of base64url each, one after the other. */
export function packHashes(hashes: readonly string[]): string {
  const codes = new Array<number>(hashLength).fill(0);
  return hashes
    .map((hash) => {
      const digit = (at: number) => hexValues[hash.charCodeAt(at)] ?? 0;
      let to = 0;
      for (let at = 0; at < hexLength - 1; at += 3) {
        const bits = (digit(at) << 8) | (digit(at + 1) << 4) | digit(at + 2);
        codes[to++] = base64Codes[bits >> 6] ?? 0;
        codes[to++] = base64Codes[bits & 63] ?? 0;
      }
      codes[to] = base64Codes[digit(hexLength - 1) << 2] ?? 0;
      return String.fromCharCode(...codes);
    })
    .join('');
}

/**
 * The 64 hexadecimal digits of each of that many packed hashes.
 * @throws Error for a text of another length
 */
export function unpackHashes(packed: string, count: number): string[] {
  if (packed.length !== count * hashLength) {
    throw new Error(`${count} hashes take ${count * hashLength} characters, not ${packed.length}`);
  }
  // All digits at once: a string is costly to make, a part of one is not.
  const codes = new Uint8Array(count * hexLength);
  const value = (at: number) => base64Values[packed.charCodeAt(at)] ?? 0;
  let to = 0;
  for (let start = 0; start < packed.length; start += hashLength) {
    const last = start + hashLength - 1;
    for (let at = start; at < last; at += 2) {
      const bits = (value(at) << 6) | value(at + 1);
      codes[to++] = hexCodes[bits >> 8] ?? 0;
      codes[to++] = hexCodes[(bits >> 4) & 15] ?? 0;
      codes[to++] = hexCodes[bits & 15] ?? 0;
    }
    codes[to++] = hexCodes[value(last) >> 2] ?? 0;
  }
  const digits = new TextDecoder('ascii').decode(codes);
  return Array.from({ length: count }, (_, index) =>
    digits.slice(index * hexLength, (index + 1) * hexLength),
  );
}
