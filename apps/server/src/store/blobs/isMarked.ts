import { sql } from 'kysely';

/** Whether the bytes that a row of a table names in its `hash` are about to be removed, or turned out to be lost. */
export const isMarked = (table: string) => sql<boolean>`
  exists (select from blob_removals where blob_removals.hash = ${sql.ref(`${table}.hash`)})`;
