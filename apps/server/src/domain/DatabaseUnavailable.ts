/** The database cannot be asked now: it is restarting, out of reach, or has no connection left. */
export class DatabaseUnavailable extends Error {
  /** @param cause may name hosts and paths, which the message of an answer must not */
  constructor(cause: unknown) {
    super('The database does not answer; try again in a moment', { cause });
    this.name = 'DatabaseUnavailable';
  }
}
