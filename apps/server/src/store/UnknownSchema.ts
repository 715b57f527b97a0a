/** The database has migrations that this version does not. The message says what to do about it. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema';

  constructor(migrations: readonly string[]) {
    super(
      `The schema of the database is not one that this version of svc knows (${migrations.join(', ')}). It was made by ` +
        'a newer version, or by a development version before the first release. Run that version, or give this one ' +
        'an empty database: another SVC_DATA_DIR, or another DATABASE_URL.',
    );
  }
}
