/** The folder with the programs of an old PostgreSQL; null where they are not to be had. */
export function fetchOldPostgres(): Promise<string | null>;
