import { type Expression, sql } from 'kysely';

/** A time to the microsecond, which `Date` does not have, whatever the time zone and style of dates of the database. */
export const momentText = (time: Expression<unknown>) =>
  sql<string>`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
