/** The path of promtool; null where there is none. */
export function findOrUnpackPromtool(): Promise<string | null>;
