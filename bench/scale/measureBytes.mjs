const most = 1_100;

/** What one snapshot leaves in the database, with its result, the call that brought it, and all indexes. */
const tables = ['snapshots', 'results', 'idempotency_keys'];

/** @returns what is to be said where a snapshot takes too much */
export async function measureBytes(database) {
  let sum = 0;
  for (const table of tables) {
    const { rows } = await database.query(
      `select pg_total_relation_size('${table}') bytes, pg_relation_size('${table}') heap, count(*) count from ${table}`,
    );
    const { count, bytes, heap } = rows[0];
    sum += bytes / count;
    console.log(
      `${table}: ${(bytes / count).toFixed(0)} bytes a row, ${(heap / count).toFixed(0)} without its indexes`,
    );
  }
  console.log(`a snapshot all in: ${sum.toFixed(0)} bytes; the target is < ${most}\n`);
  return sum < most ? [] : [`a snapshot takes ${sum.toFixed(0)} bytes; the target is < ${most}`];
}
