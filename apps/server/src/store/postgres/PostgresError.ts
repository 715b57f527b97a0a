/** The embedded database cannot be used. The message says why and what to do about it. */
export class PostgresError extends Error {
  override readonly name: string = 'PostgresError';
}

/** Another live process has the data folder. */
export class DataDirInUse extends PostgresError {
  override readonly name = 'DataDirInUse';
}
