/** PgBouncer and the environment that it needs; null where there is none. */
export function findOrUnpackPgBouncer(): Promise<{ program: string; env: Record<string, string> } | null>;
