import pg from 'pg';

/** Runs one statement on a connection of its own. */
export async function runSql<Row extends pg.QueryResultRow>(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query<Row>(sql);
  } finally {
    await client.end();
  }
}
