export interface PgBouncer {
  /** The database of a direct connection string, through the pooler. */
  connectionString(direct: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer that shares its connections between clients for each transaction, as it is set up by default otherwise.
 * @param server a connection string of the server that it is in front of
 * @param poolSize connections to a database
 * @returns null where there is no PgBouncer
 */
export function startPgBouncer(server: string, poolSize: number): Promise<PgBouncer | null>;
