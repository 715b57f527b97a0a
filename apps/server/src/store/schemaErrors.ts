/** What keeps this version from working on the schema of a database. The message says what to do about it. */
abstract class SchemaError extends Error {}

/** The database has migrations that this version does not. */
export class UnknownSchema extends SchemaError {
  override readonly name = 'UnknownSchema';

  /**
   * @param migrations those that the database has
   * @param last the last that this version has
   */
  constructor(migrations: readonly string[], last: string) {
    super(
      `The schema of the database is not one that this version of svc knows: it has ${migrations.join(', ')}, and this ` +
        `version ends with ${last}. It was made by a newer version, or by a development version before the first release. ` +
        'Run that version, or give this one an empty database: another SVC_DATA_DIR, or another DATABASE_URL.',
    );
  }
}

/** The database lacks migrations of this version, which may not apply them. */
export class OldSchema extends SchemaError {
  override readonly name = 'OldSchema';

  constructor(missing: readonly string[]) {
    super(
      `The schema of the database is older than this version of svc: it lacks ${missing.join(', ')}. Run ` +
        '`svc-server migrate` once, or unset SVC_MIGRATE to have the service do so when it starts.',
    );
  }
}

/** Others used a table that a migration changes for too long. Nothing was changed. */
export class SchemaInUse extends SchemaError {
  override readonly name = 'SchemaInUse';

  /** @param patience seconds */
  constructor(patience: number) {
    super(
      `The schema was not changed: another session used a table that a migration changes for more than ${patience} s. ` +
        'Look for long transactions in pg_stat_activity, end them, and try again.',
    );
  }
}

export const isSchemaError = (error: unknown): error is Error => error instanceof SchemaError;
