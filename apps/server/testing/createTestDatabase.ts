import { randomBytes } from 'node:crypto';
import { runSql } from './runSql.js';

export interface TestDatabase {
  connectionString: string;
  /** Removes the database; connections that are still open are cut. */
  drop(): Promise<void>;
}

/**
 * Makes a database for a test file, on the server that `DATABASE_URL_TEST` names. In the test projects
 * `database` and `browser` the set-up `tests/setup/postgres.ts` starts one and sets the variable.
 * @param template the database that it is a copy of; it is empty unless given
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL_TEST;
  if (!server) {
    throw new Error(
      'DATABASE_URL_TEST is not set: name the test *.db.test.ts, or run it in the project `database`.',
    );
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Through the log, which is the default, a copy takes three times as long.
  const copied = template ? ` template ${template} strategy file_copy` : '';
  await runSql(server, `create database ${name}${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: async () => {
      await runSql(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Removes what killed test runs left on a server that no run uses. */
export async function dropTestDatabases(server: string): Promise<void> {
  const { rows } = await runSql<{ datname: string }>(
    server,
    "select datname from pg_database where datname like 'test\\_%'",
  );
  for (const { datname } of rows) await runSql(server, `drop database "${datname}" with (force)`);
}
