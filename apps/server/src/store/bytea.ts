import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { arrayText } from './arrayText.js';

/**
 * Bytes, above all hashes, are hexadecimal digits everywhere but in the database, which keeps them as `bytea`: a hash as its
 * domain `hash256`. What is read comes as digits without further conversion. What is sent goes through these two functions: without them, a new
 * row is refused, and a query fails in tests (`tests/setup/hashParameters.ts`), since it would find nothing.
 */
export function bytea(digits: string): string;
export function bytea(digits: string | null): string | null;
export function bytea(digits: string | null): string | null {
  return digits === null ? null : `\\x${digits}`;
}

/** The bytes that such digits stand for. */
export const bytesOf = (digits: string): Buffer => Buffer.from(digits, 'hex');

/** The parameter of a query for a list of such digits. */
export const byteas = (list: readonly (string | null)[]): RawBuilder<unknown> =>
  sql`${arrayText(list, (digits) => `"\\\\x${digits}"`)}::bytea[]`;

/** Reads bytes as hexadecimal digits, on all connections. */
export function readBytesAsDigits(): void {
  const { BYTEA } = pg.types.builtins;
  const readBytes = pg.types.getTypeParser(BYTEA, 'text') as (text: string) => Buffer;
  pg.types.setTypeParser(BYTEA, (text: string) =>
    // A server may be set to send other text.
    text.startsWith('\\x') ? text.slice(2) : readBytes(text).toString('hex'),
  );
}
